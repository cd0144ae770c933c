import { useHubEvent, useReconnect } from '@/lib/hub-events';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isGenerating } from '../pending';
import { bookQuery, bookVersionsQuery, type BookSubject } from './api';

/** Loads a contact's book of business and its versions. Reloads when a pending version is done or failed. */
export function useBook(subject: BookSubject) {
  const book = useQuery(bookQuery(subject));
  const versions = useQuery(bookVersionsQuery(subject));
  const { data } = book;
  const reload = versions.refetch;
  const refresh = () => {
    if (!data || !isGenerating(data)) return;
    void book.refetch();
    void reload();
  };
  useHubEvent('UserNotifications', refresh);
  useReconnect(refresh);

  const pending = data?.pending;
  const before = useRef(pending);
  useEffect(() => {
    const isShown = new Set(pending?.map(({ documentId }) => documentId));
    const isReady = before.current?.some(({ documentId }) => !isShown.has(documentId));
    before.current = pending;
    if (isReady) void reload();
  }, [pending, reload]);
  return { book, versions };
}
