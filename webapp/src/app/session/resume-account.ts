import type { UserDetails } from '@/lib/session';
import { call, setAccount } from '@/lib/http';
import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../auth/session-query';

/**
 * Continues in this page's account after the user switched back to it in another tab. Each selection of an
 * account creates a new account id, which this page adopts. Returns false if another account is active.
 */
export async function resumeAccount(queries: QueryClient): Promise<boolean> {
  const session = queries.getQueryData(sessionQuery.queryKey);
  const user = await call('GET', 'User/details', { isForAnyAccount: true });
  if (!session || identityOf(session.user) !== identityOf(user)) return false;
  setAccount(user.account);
  queries.setQueryData(sessionQuery.queryKey, { ...session, user });
  return true;
}

/** Identifies an account across selections: by user, firm, staff role and impersonation. */
const identityOf = ({ userKey, firmId, adminUserType, impersonation }: UserDetails) =>
  [userKey, firmId, adminUserType, impersonation?.expiresAt].join();
