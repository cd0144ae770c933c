import type { Schemas } from '@/lib/api';
import { call } from '@/lib/http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

/** A firm in the staff list. */
export type FirmEntry = Schemas['FirmEntry'];

/** Loads up to 200 firms with names that contain `text`. */
export const firmsQuery = (text: string) =>
  queryOptions({
    queryKey: ['firms', text],
    queryFn: ({ signal }) => call('GET', 'Firm', { query: { text: text || undefined }, signal }),
    placeholderData: keepPreviousData,
  });

/** Switches the session to a firm. */
export const openFirmAsGuest = (firmId: number) => call('PUT', 'Account/firm/{firmId}', { path: { firmId } });

/** Switches the session back to the staff account of this type, without a firm. */
export async function leaveFirm(adminUserType: number | null): Promise<void> {
  const accounts = await call('GET', 'Account/admin');
  const account = accounts.find((candidate) => candidate.adminUserType === adminUserType) ?? accounts[0];
  if (account)
    await call('PUT', 'Account/admin/{adminUserKey}', { path: { adminUserKey: account.adminUserKey } });
}
