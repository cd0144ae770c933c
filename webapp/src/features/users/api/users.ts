import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { FirmUserInput, NewFirmUser } from 'firmbook-wasm';

export const usersQuery = queryOptions({
  queryKey: ['firmUsers'],
  queryFn: ({ signal }) => call('GET', 'FirmUser', { signal }),
});

export const addUser = (user: NewFirmUser) => call('POST', 'FirmUser', { body: user });

export const changeUser = (userKey: string, change: FirmUserInput) =>
  call('PUT', 'FirmUser/{userKey}', { path: { userKey }, body: change });

const MAX_RESULTS = 8;

/** Returns the first matching agents of the firm. */
export const findAgents = (searchText: string, signal: AbortSignal) =>
  call('GET', 'FirmAgent', { query: { searchText, rowCount: MAX_RESULTS }, signal });
