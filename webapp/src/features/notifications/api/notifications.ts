import { call } from '@/lib/http';
import { queryOptions, type QueryKey } from '@tanstack/react-query';

/** Polling interval, for notifications that were not pushed. */
const LOOK_AGAIN_MS = 120_000;

/** Filter of the notifications page. */
export interface DigestFilter {
  /** Notification type; null for all. */
  type: number | null;
  isUnread: boolean;
}

/** Notifications of the last `days` days, newest first, filtered on the notifications page. */
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
  call('GET', 'UserNotification', { query: { days }, signal });

async function digest(days: number, { type, isUnread }: DigestFilter, signal: AbortSignal) {
  const query = { days, type: type ?? undefined, unread: isUnread || undefined };
  return (await call('GET', 'UserNotification/digest', { query, signal })).items;
}

export const markNotification = (id: number, isRead: boolean) =>
  call('PUT', 'UserNotification/{notificationId}/isRead/{flag}', {
    path: { notificationId: id, flag: isRead },
  });

export const markAllNotifications = () => call('PUT', 'UserNotification/isRead');

export const removeNotification = (id: number) =>
  call('DELETE', 'UserNotification/{notificationId}', { path: { notificationId: id } });
