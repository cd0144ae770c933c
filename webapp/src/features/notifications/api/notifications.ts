import { call } from '@/lib/http';
import { infiniteQueryOptions, type InfiniteData, type QueryKey } from '@tanstack/react-query';
import type { NotificationPage, Severity } from 'firmbook-wasm';

/** Polling interval, for notifications that were not pushed. */
const POLL_MS = 120_000;

/** Filter of the notifications page. */
export interface DigestFilter {
  /** Notification type. Null for all. */
  type: number | null;
  /** Urgency. Null for all. */
  severity: Severity | null;
  isUnread: boolean;
  /** Shows only snoozed notifications. Otherwise, snoozed ones are hidden. */
  isSnoozed: boolean;
}

/** Size of the first page, for the bell and the top of its panel. */
const FIRST_ROWS = 10;
const MORE_ROWS = 200;

/** Query key prefix of all notification queries. */
export const NOTIFICATIONS = ['notifications'] as const;

export type NotificationPages = InfiniteData<NotificationPage, number | null>;

/** Returns the query parameters for a filter. */
export const queryParams = (days: number, filter?: DigestFilter) => ({
  days,
  type: filter?.type ?? undefined,
  severity: filter?.severity ?? undefined,
  unread: filter?.isUnread || undefined,
  snoozed: filter?.isSnoozed || undefined,
});

/** Loads the notifications of the last `days` days, newest first. Only the notifications page filters. */
export function notificationsQuery(days: number, filter?: DigestFilter) {
  const queryKey: QueryKey = filter ? [...NOTIFICATIONS, 'digest', days, filter] : [...NOTIFICATIONS, days];
  return infiniteQueryOptions<NotificationPage, Error, NotificationPages, QueryKey, number | null>({
    queryKey,
    queryFn: ({ pageParam: after, signal }) => {
      const query = {
        ...queryParams(days, filter),
        limit: filter || after !== null ? MORE_ROWS : FIRST_ROWS,
        after: after ?? undefined,
      };
      return call('GET', 'UserNotification/digest', { query, signal });
    },
    initialPageParam: null,
    getNextPageParam: (last, pages) =>
      pages.reduce((sum, { items }) => sum + items.length, 0) < last.totalRecords
        ? last.items.at(-1)?.userNotificationHistoryId
        : undefined,
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: true,
  });
}
