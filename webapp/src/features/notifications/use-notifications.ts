import { showFailure } from '@/lib/toast';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UserNotification } from 'firmbook-wasm';
import {
  markAllNotifications,
  markNotification,
  notificationsQuery,
  type DigestFilter,
  removeNotification,
} from './api/notifications';

const EVERY = ['notifications'] as const;

/** The user's notifications and the actions on them. Changes are optimistic and reverted if they fail. */
export function useNotifications(days: number, filter?: DigestFilter) {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(notificationsQuery(days, filter));

  const change = async (
    next: (list: UserNotification[]) => UserNotification[],
    send: () => Promise<unknown>,
  ) => {
    // A pending response would not include the change.
    await queries.cancelQueries({ queryKey: EVERY });
    queries.setQueriesData<UserNotification[]>({ queryKey: EVERY }, (list) => list && next(list));
    try {
      await send();
    } catch (reason) {
      showFailure(undefined, reason);
    }
    await queries.invalidateQueries({ queryKey: EVERY });
  };

  return {
    list: data,
    error: data ? null : error,
    retry: () => void refetch(),
    unread: data?.filter((one) => !one.isRead).length ?? 0,
    mark: (id: number, isRead: boolean) =>
      change(
        (list) =>
          list.map((one) =>
            one.userNotificationHistoryId === id ? Object.assign({}, one, { isRead }) : one,
          ),
        () => markNotification(id, isRead),
      ),
    markAll: () =>
      change((list) => list.map((one) => Object.assign({}, one, { isRead: true })), markAllNotifications),
    remove: (id: number) =>
      change(
        (list) => list.filter((one) => one.userNotificationHistoryId !== id),
        () => removeNotification(id),
      ),
  };
}

export type Notifications = ReturnType<typeof useNotifications>;
