import { hearNotifications } from '@/features/notifications/hear-notifications';
import { connectLive } from '@/lib/live-connection';
import type { QueryClient } from '@tanstack/react-query';

/** Connects to the hub and shows incoming notifications. Returns a function that stops both. */
export function startLive(account: string, queries: QueryClient, notificationDays: number): () => void {
  const turnAway = hearNotifications(queries, notificationDays);
  const disconnect = connectLive(account);
  return () => {
    disconnect();
    turnAway();
  };
}
