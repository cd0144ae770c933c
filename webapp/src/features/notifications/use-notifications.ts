import { showFailure } from '@/lib/toast';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { NotificationPage } from 'firmbook-wasm';
import { useCallback } from 'react';
import {
  markAllNotifications,
  markNotification,
  removeNotification,
  snoozeNotification,
  unsnoozeNotification,
} from './api/change-notifications';
import {
  NOTIFICATIONS,
  notificationsQuery,
  type DigestFilter,
  type NotificationPages,
} from './api/notifications';
import { withoutNotification, withAllRead, withRead } from './page-changes';

/** The user's notifications and the actions on them. Changes are optimistic and reverted if they fail. */
export function useNotifications(days: number, filter?: DigestFilter) {
  const queries = useQueryClient();
  const options = notificationsQuery(days, filter);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    // The bell keeps the unfiltered notifications up to date.
    useInfiniteQuery({ ...options, refetchOnMount: filter !== undefined });

  /** Returns whether the change was saved. */
  const change = async (
    next: (pages: NotificationPage[]) => NotificationPage[],
    send: () => Promise<unknown>,
  ) => {
    // A pending response would not include the change.
    await queries.cancelQueries({ queryKey: NOTIFICATIONS });
    queries.setQueriesData<NotificationPages>({ queryKey: NOTIFICATIONS }, (old) =>
      old ? { ...old, pages: next(old.pages) } : old,
    );
    let isSaved = true;
    try {
      await send();
    } catch (reason) {
      isSaved = false;
      showFailure(undefined, reason);
    }
    await queries.invalidateQueries({ queryKey: NOTIFICATIONS });
    return isSaved;
  };

  const [first] = data?.pages ?? [];
  return {
    /** The notifications that have been loaded. */
    list: data?.pages.flatMap(({ items }) => items),
    error: data ? null : error,
    retry: () => void refetch(),
    /** Counts of all notifications, loaded or not. */
    total: first?.totalRecords ?? 0,
    unread: first?.unreadRecords ?? 0,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    /** Why older notifications could not be loaded. */
    moreError: isFetchNextPageError ? error : null,
    loadMore: useCallback(() => void fetchNextPage(), [fetchNextPage]),
    mark: (id: number, isRead: boolean) =>
      change(
        (pages) => withRead(pages, id, isRead),
        () => markNotification(id, isRead),
      ),
    markAll: () => change(withAllRead, markAllNotifications),
    remove: (id: number) =>
      change(
        (pages) => withoutNotification(pages, id),
        () => removeNotification(id),
      ),
    snooze: (id: number, until: string) =>
      change(
        (pages) => withoutNotification(pages, id),
        () => snoozeNotification(id, until),
      ),
    unsnooze: (id: number) =>
      change(
        (pages) => withoutNotification(pages, id),
        () => unsnoozeNotification(id),
      ),
  };
}

export type Notifications = ReturnType<typeof useNotifications>;
