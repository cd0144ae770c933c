import { useConfig } from '@/lib/config';
import { useSession } from '@/lib/session';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** How long a page may keep the browser busy before the connection is made all the same. */
const BUSY_MS = 3_000;

/** Keeps the connection to the hub for the account that is shown, once the first page is there. */
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
  const wait = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, BUSY_MS));
  // Without it the bell looks by itself, less often.
  wait(() => isOver || void begin().catch(() => undefined), { timeout: BUSY_MS });
  return () => {
    isOver = true;
    stop?.();
  };
}
