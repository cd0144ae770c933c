import { hearNotifications } from '@/features/notifications/hear-notifications';
import { connectLive } from '@/lib/live-connection';
import type { QueryClient } from '@tanstack/react-query';

/** Connects, and shows what comes of itself. The answer ends both. */
export function startLive(account: string, queries: QueryClient, notificationDays: number): () => void {
  const turnAway = hearNotifications(queries, notificationDays);
  const disconnect = connectLive(account);
  return () => {
    disconnect();
    turnAway();
  };
}
