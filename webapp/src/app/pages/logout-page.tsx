import { PageLoader } from '@/components/page-loader';
import { useDocumentTitle } from '@/lib/use-document-title';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useManager } from '../auth/manager-context';
import type { SessionEnd } from '../session/ending';
import { signOut } from '../session/sign-out';

let signingOut: Promise<void> | undefined;
/** Signs out only once, even if the page renders several times. */
const signOutOnce = (...args: Parameters<typeof signOut>) => (signingOut ??= signOut(...args));

/** Clears local state, then signs out at the server and the identity provider. */
export function LogoutPage() {
  useDocumentTitle('Sign out');
  const manager = useManager();
  const queries = useQueryClient();
  const sessionEnd = useLocation().state as SessionEnd | null;
  useEffect(() => {
    queries.clear();
    void signOutOnce(manager, sessionEnd ?? { reason: 'chosen' });
  }, [manager, queries, sessionEnd]);
  return <PageLoader label="Signing out" />;
}
