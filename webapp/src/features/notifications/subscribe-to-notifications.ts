import { onHubEvent } from '@/lib/hub-events';
import { paths } from '@/lib/paths';
import { show } from '@/lib/toast';
import type { QueryClient } from '@tanstack/react-query';
import { notificationLook, type TransientNotification } from 'firmbook-wasm';
import { NOTIFICATIONS, notificationsQuery, type NotificationPages } from './api/notifications';
import { withNewCounts } from './page-changes';
import { markShown } from './shown';

/** Delay before a toast, so that the page and the change itself appear first. */
const DELAY_MS = 6_000;

/**
 * Stores pushed notifications in the query cache, and shows transient notifications as toasts, once
 * per tab, except on the notifications page. Returns a function that stops both.
 */
export function subscribeToNotifications(queries: QueryClient, days: number): () => void {
  const waiting = new Set<ReturnType<typeof setTimeout>>();
  const { queryKey } = notificationsQuery(days);
  const stops = [
    onHubEvent('UserNotifications', async ({ userNotifications: items, totalRecords, unreadRecords }) => {
      // A pending response would be older.
      await queries.cancelQueries({ queryKey: NOTIFICATIONS });
      const older = queries.getQueryData<NotificationPages>(queryKey)?.pages.slice(1) ?? [];
      queries.setQueryData<NotificationPages>(queryKey, (old) =>
        old && older.length > 0
          ? { ...old, pages: withNewCounts(old.pages, totalRecords, unreadRecords) }
          : { pages: [{ items, totalRecords, unreadRecords }], pageParams: [null] },
      );
      // Older pages continue the previous first page, and lists of other periods contain more than
      // was pushed.
      await queries.invalidateQueries({
        queryKey: NOTIFICATIONS,
        predicate: (query) => older.length > 0 || query.queryKey[1] !== days,
      });
    }),
    onHubEvent('TransientNotification', (notification) => {
      const { id = 0 } = notification;
      const timer = setTimeout(() => {
        waiting.delete(timer);
        // The notifications page lists it.
        const isListed = window.location.pathname === paths.notifications;
        if (markShown(id) && !isListed) showNotification(notification);
      }, DELAY_MS);
      waiting.add(timer);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    for (const timer of waiting) clearTimeout(timer);
  };
}

function showNotification({ notificationType, heading, message }: TransientNotification) {
  show({ title: heading, message, isFailure: notificationLook(notificationType).severity === 'actNow' });
}
