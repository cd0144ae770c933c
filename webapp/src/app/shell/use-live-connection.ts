import { useConfig } from '@/lib/config';
import { useSession } from '@/lib/session';
import { whenIdle } from '@/lib/when-idle';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Connects to the hub for the current account, after the first page has rendered. */
export function useLiveConnection(): void {
  const { realTime, notificationDays } = useConfig();
  const { account } = useSession().user;
  const queries = useQueryClient();
  useEffect(
    () => (realTime ? startWhenQuiet(account, queries, notificationDays) : undefined),
    [realTime, account, queries, notificationDays],
  );
}

function startWhenQuiet(account: string, queries: QueryClient, notificationDays: number): () => void {
  let stop: (() => void) | undefined;
  let isOver = false;
  const begin = async () => {
    const { startLive } = await import('./start-live');
    if (!isOver) stop = startLive(account, queries, notificationDays);
  };
  // If the code fails to load, notifications are polled.
  whenIdle(() => isOver || void begin().catch(() => undefined));
  return () => {
    isOver = true;
    stop?.();
  };
}
