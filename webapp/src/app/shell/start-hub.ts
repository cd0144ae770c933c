import { subscribeToNotifications } from '@/features/notifications/subscribe-to-notifications';
import { connectHub } from '@/lib/hub-connection';
import type { QueryClient } from '@tanstack/react-query';

/** Connects to the hub and shows incoming notifications. Returns a function that stops both. */
export function startHub(account: string, queries: QueryClient, notificationDays: number): () => void {
  const unsubscribe = subscribeToNotifications(queries, notificationDays);
  const disconnect = connectHub(account);
  return () => {
    disconnect();
    unsubscribe();
  };
}
