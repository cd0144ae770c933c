import { showFailure, showSuccess } from '@/lib/toast';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { NotificationPage } from 'firmbook-wasm';
import { useCallback, useMemo } from 'react';
import {
  markAllNotifications,
  markNotification,
  markUnread,
  snoozeNotification,
  unsnoozeNotification,
} from './api/change-notifications';
import {
  NOTIFICATIONS,
  notificationsQuery,
  type DigestFilter,
  type NotificationPages,
} from './api/notifications';
import { withoutNotification, withRead } from './page-changes';
import { removeWithUndo, useHiddenNotifications } from './pending-removal';

/**
 * Loads the user's notifications and provides actions on them. Changes to single notifications are optimistic
 * and are reverted if they fail.
 */
export function useNotifications(days: number, filter?: DigestFilter) {
  const queries = useQueryClient();
  const options = notificationsQuery(days, filter);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    // The bell keeps the unfiltered notifications up to date.
    useInfiniteQuery({ ...options, refetchOnMount: filter !== undefined });

  const hidden = useHiddenNotifications();
  const pages = useMemo(() => data && [...hidden].reduce(withoutNotification, data.pages), [data, hidden]);

  const changeShown = async (next: (pages: NotificationPage[]) => NotificationPage[]) => {
    // A pending response would not include the change.
    await queries.cancelQueries({ queryKey: NOTIFICATIONS });
    queries.setQueriesData<NotificationPages>({ queryKey: NOTIFICATIONS }, (old) =>
      old ? { ...old, pages: next(old.pages) } : old,
    );
  };

  /** Returns whether the change was saved. */
  const change = async (
    next: (pages: NotificationPage[]) => NotificationPage[],
    send: () => Promise<unknown>,
  ) => {
    await changeShown(next);
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

  const markAll = async () => {
    let count = 0;
    let ids: number[] = [];
    await change(unchanged, async () => ({ count, ids } = await markAllNotifications(days, filter)));
    if (count === 0) return;
    const subject = count === 1 ? '1 notification' : `${count.toLocaleString('en-US')} notifications`;
    const undo = () => void change(unchanged, () => markUnread(ids));
    showSuccess(`${subject} marked as read`, ids.length > 0 ? undo : undefined);
  };

  const [first] = pages ?? [];
  return {
    /** The notifications loaded so far. */
    list: pages?.flatMap(({ items }) => items),
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
        (old) => withRead(old, id, isRead),
        () => markNotification(id, isRead),
      ),
    markAll,
    /** Deletes notifications once they can no longer be restored with Undo. */
    remove: (ids: readonly number[]) => {
      removeWithUndo(queries, ids);
      // Update the counts that the bell shows.
      void changeShown((old) => ids.reduce(withoutNotification, old));
    },
    snooze: (id: number, until: string) =>
      change(
        (old) => withoutNotification(old, id),
        () => snoozeNotification(id, until),
      ),
    unsnooze: (id: number) =>
      change(
        (old) => withoutNotification(old, id),
        () => unsnoozeNotification(id),
      ),
  };
}

/** Keeps the cached pages unchanged until they are reloaded. */
const unchanged = (pages: NotificationPage[]) => pages;

export type Notifications = ReturnType<typeof useNotifications>;
