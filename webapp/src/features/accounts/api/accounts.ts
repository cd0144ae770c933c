import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';

/** A firm that the user works for. */
export interface Account {
  firmId: number;
  firmName: string;
  firstName: string;
  lastName: string;
  firmUserTypeLabel: string;
  isFirmActive: boolean;
  unreadNotificationCount: number;
}

/** A role on the platform staff. */
export interface AdminAccount {
  adminUserKey: string;
  firstName: string;
  lastName: string;
  adminUserTypeLabel: string;
}

export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  staleTime: 0,
  queryFn: async ({ signal }) => {
    const accounts = await call<Account[]>('GET', 'Account', { signal });
    return accounts.filter(({ isFirmActive }) => isFirmActive);
  },
});

export const adminAccountsQuery = queryOptions({
  queryKey: ['accounts', 'admin'],
  staleTime: 0,
  queryFn: ({ signal }) => call<AdminAccount[]>('GET', 'Account/admin', { signal }),
});

export const chooseFirm = (firmId: number) => call<unknown>('PUT', `Account/firm/${firmId}`);
export const chooseAdmin = (adminUserKey: string) => call<unknown>('PUT', `Account/admin/${adminUserKey}`);
