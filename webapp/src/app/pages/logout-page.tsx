import { PageLoader } from '@/components/page-loader';
import { useDocumentTitle } from '@/lib/use-document-title';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useManager } from '../auth/manager-context';
import type { Ending } from '../session/ending';
import { signOut } from '../session/sign-out';

let leaving: Promise<void> | undefined;
/** Signs out only once, even if the page renders several times. */
const signOutOnce = (...args: Parameters<typeof signOut>) => (leaving ??= signOut(...args));

/** Clears local state, then signs out at the server and the identity provider. */
export function LogoutPage() {
  useDocumentTitle('Sign out');
  const manager = useManager();
  const queries = useQueryClient();
  const ending = useLocation().state as Ending | null;
  useEffect(() => {
    queries.clear();
    void signOutOnce(manager, ending ?? { reason: 'chosen' });
  }, [manager, queries, ending]);
  return <PageLoader label="Signing out" />;
}
