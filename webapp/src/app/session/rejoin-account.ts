import type { UserDetails } from '@/lib/session';
import { call, workFor } from '@/lib/http';
import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../auth/session-query';

/**
 * Continues in the account of this page after the user switched back to it in another tab. Its id is new, because each
 * choice of an account has one. Returns false if another account is active.
 */
export async function rejoinAccount(queries: QueryClient): Promise<boolean> {
  const session = queries.getQueryData(sessionQuery.queryKey);
  const user = await call('GET', 'User/details', { isForAnyAccount: true });
  if (!session || identityOf(session.user) !== identityOf(user)) return false;
  workFor(user.account);
  queries.setQueryData(sessionQuery.queryKey, { ...session, user });
  return true;
}

/** What tells accounts apart: the user, the firm, the staff role and the impersonation. */
const identityOf = ({ userKey, firmId, adminUserType, impersonation }: UserDetails) =>
  [userKey, firmId, adminUserType, impersonation?.expiresAt].join();
