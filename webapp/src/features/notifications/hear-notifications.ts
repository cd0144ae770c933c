import { show } from '@/components/toasts';
import { onLive } from '@/lib/live';
import type { QueryClient } from '@tanstack/react-query';
import { notificationLook, type TransientNotification } from 'firmbook-wasm';
import { notificationsQuery } from './api/notifications';
import { noteShown } from './shown';

/** Delay before a toast, so that the page and the change itself appear first. */
const DELAY_MS = 6_000;

/**
 * Stores pushed notification lists in the query cache, and shows transient notifications as toasts,
 * once per tab. Returns a function that stops both.
 */
export function hearNotifications(queries: QueryClient, days: number): () => void {
  const waiting = new Set<ReturnType<typeof setTimeout>>();
  const { queryKey } = notificationsQuery(days);
  const [every] = queryKey;
  const stops = [
    onLive('UserNotifications', async ({ userNotifications }) => {
      // A pending response would be older.
      await queries.cancelQueries({ queryKey: [every] });
      queries.setQueryData(queryKey, userNotifications);
      // Lists of other periods contain more than was pushed.
      await queries.invalidateQueries({
        queryKey: [every],
        predicate: (query) => query.queryKey[1] !== days,
      });
    }),
    onLive('TransientNotification', (notification) => {
      const { id = 0 } = notification;
      const timer = setTimeout(() => {
        waiting.delete(timer);
        if (noteShown(id)) showToast(notification);
      }, DELAY_MS);
      waiting.add(timer);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    for (const timer of waiting) clearTimeout(timer);
  };
}

function showToast({ notificationType, heading, message }: TransientNotification) {
  show({ title: heading, message, isFailure: notificationLook(notificationType).severity === 'actNow' });
}
