import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { UserNotification } from 'firmbook-wasm';

/** Others may add to it while the page stays open. */
const LOOK_AGAIN_MS = 120_000;

/** What the user was told in the last days, newest first. */
export const notificationsQuery = (days: number) =>
  queryOptions({
    queryKey: ['notifications', days],
    queryFn: ({ signal }) => call<UserNotification[]>('GET', 'UserNotification', { query: { days }, signal }),
    refetchInterval: LOOK_AGAIN_MS,
    refetchOnWindowFocus: true,
  });

export const markNotification = (id: number, isRead: boolean) =>
  call<void>('PUT', `UserNotification/${id}/isRead/${isRead}`);

export const markAllNotifications = () => call<{ count: number }>('PUT', 'UserNotification/isRead');

export const removeNotification = (id: number) => call<void>('DELETE', `UserNotification/${id}`);
