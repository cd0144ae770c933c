import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { FirmUser, FirmUserInput, NewFirmUser } from 'firmbook-wasm';

export const usersQuery = queryOptions({
  queryKey: ['firmUsers'],
  queryFn: ({ signal }) => call<FirmUser[]>('GET', 'FirmUser', { signal }),
});

export const addUser = (user: NewFirmUser) => call<FirmUser>('POST', 'FirmUser', { body: user });

export const changeUser = (userKey: string, change: FirmUserInput) =>
  call<FirmUser>('PUT', `FirmUser/${userKey}`, { body: change });

interface FoundAgent {
  uuid: string;
  displayName: string;
  /** Distinguishes agents with the same name. */
  detail: string | null;
}

const FOUND = 8;

/** Returns the first matching agents of the firm. */
export const findAgents = (searchText: string, signal: AbortSignal) =>
  call<FoundAgent[]>('GET', 'FirmAgent', { query: { searchText, rowCount: FOUND }, signal });
