import { useConfig } from '@/lib/config';
import { useSession } from '@/lib/session';
import { whenIdle } from '@/lib/when-idle';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Connects to the hub for the current account, after the first page has rendered. */
export function useHubConnection(): void {
  const { realTime, notificationDays } = useConfig();
  const { account } = useSession().user;
  const queries = useQueryClient();
  useEffect(
    () => (realTime ? startWhenIdle(account, queries, notificationDays) : undefined),
    [realTime, account, queries, notificationDays],
  );
}

function startWhenIdle(account: string, queries: QueryClient, notificationDays: number): () => void {
  let stop: (() => void) | undefined;
  let isStopped = false;
  const start = async () => {
    const { startHub: startLive } = await import('./start-hub');
    if (!isStopped) stop = startLive(account, queries, notificationDays);
  };
  // If the code fails to load, notifications are polled.
  whenIdle(() => isStopped || void start().catch(() => undefined));
  return () => {
    isStopped = true;
    stop?.();
  };
}
