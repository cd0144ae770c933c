import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { Preferences } from 'firmbook-wasm';

export const PREFERENCES = ['notification-preferences'] as const;

/** The user's preferences in this firm. */
export const preferencesQuery = queryOptions({
  queryKey: PREFERENCES,
  queryFn: ({ signal }) => call('GET', 'UserNotification/preferences', { signal }),
});

export const savePreferences = (preferences: Preferences) =>
  call('PUT', 'UserNotification/preferences', { body: preferences });
