import type { Schemas } from '@/lib/api';
import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';

/** A firm that the user works for. */
export type Account = Schemas['Account'];

/** A role on the platform staff. */
export type AdminAccount = Schemas['AdminAccount'];

export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  staleTime: 0,
  queryFn: async ({ signal }) => {
    const accounts = await call('GET', 'Account', { signal });
    return accounts.filter(({ isFirmActive }) => isFirmActive);
  },
});

export const adminAccountsQuery = queryOptions({
  queryKey: ['accounts', 'admin'],
  staleTime: 0,
  queryFn: ({ signal }) => call('GET', 'Account/admin', { signal }),
});

export const chooseFirm = (firmId: number) => call('PUT', 'Account/firm/{firmId}', { path: { firmId } });
export const chooseAdmin = (adminUserKey: string) =>
  call('PUT', 'Account/admin/{adminUserKey}', { path: { adminUserKey } });
