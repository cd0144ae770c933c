import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { FirmUser, FirmUserInput, NewFirmUser } from 'firmbook-wasm';

/** The users of the firm, by name. */
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
  /** What tells namesakes apart. */
  detail: string | null;
}

const FOUND = 8;

/** The first agents of the firm that match. */
export const findAgents = (searchText: string, signal: AbortSignal) =>
  call<FoundAgent[]>('GET', 'FirmAgent', { query: { searchText, rowCount: FOUND }, signal });
