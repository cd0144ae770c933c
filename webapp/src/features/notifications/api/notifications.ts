import { call } from '@/lib/http';
import { queryOptions, type QueryKey } from '@tanstack/react-query';
import type { NotificationPage, UserNotification } from 'firmbook-wasm';

/** Others may add to it while the page stays open. */
const LOOK_AGAIN_MS = 120_000;

/** What a page of notifications shows alone. */
export interface DigestFilter {
  /** Number of a kind. */
  type: number | null;
  isUnread: boolean;
}

/** What the user was told in the last days, newest first; for the page by kind and by what is unread. */
export function notificationsQuery(days: number, filter?: DigestFilter) {
  const queryKey: QueryKey = filter ? ['notifications', 'digest', days, filter] : ['notifications', days];
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => (filter ? digest(days, filter, signal) : list(days, signal)),
    refetchInterval: LOOK_AGAIN_MS,
    refetchOnWindowFocus: true,
  });
}

const list = (days: number, signal: AbortSignal) =>
  call<UserNotification[]>('GET', 'UserNotification', { query: { days }, signal });

async function digest(days: number, { type, isUnread }: DigestFilter, signal: AbortSignal) {
  const query = { days, type: type ?? undefined, unread: isUnread ? 'true' : undefined };
  return (await call<NotificationPage>('GET', 'UserNotification/digest', { query, signal })).items;
}

export const markNotification = (id: number, isRead: boolean) =>
  call<void>('PUT', `UserNotification/${id}/isRead/${isRead}`);

export const markAllNotifications = () => call<{ count: number }>('PUT', 'UserNotification/isRead');

export const removeNotification = (id: number) => call<void>('DELETE', `UserNotification/${id}`);
