import { show } from '@/components/toasts';
import { onLive } from '@/lib/live';
import type { QueryClient } from '@tanstack/react-query';
import { notificationLook, type TransientNotification } from 'firmbook-wasm';
import { notificationsQuery } from './api/notifications';
import { noteShown } from './shown';

/** So long the page may settle, and the cause of a notification show itself, before a toast tells of it. */
const DELAY_MS = 6_000;

/** Puts the list in its place as it comes, and shows what is of the moment as a toast, once in this tab. */
export function hearNotifications(queries: QueryClient, days: number): () => void {
  const waiting = new Set<ReturnType<typeof setTimeout>>();
  const { queryKey } = notificationsQuery(days);
  const [every] = queryKey;
  const stops = [
    onLive('UserNotifications', async ({ userNotifications }) => {
      // An answer on its way is older.
      await queries.cancelQueries({ queryKey: [every] });
      queries.setQueryData(queryKey, userNotifications);
      // Longer periods have more than was pushed.
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
