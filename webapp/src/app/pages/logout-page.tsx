import { PageLoader } from '@/components/page-loader';
import { useDocumentTitle } from '@/lib/use-document-title';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAuth } from 'react-oidc-context';

/** Forgets everything here, then signs out at the identity provider. */
export function LogoutPage() {
  useDocumentTitle('Sign out');
  const auth = useAuth();
  const queries = useQueryClient();
  useEffect(() => {
    if (auth.isLoading || auth.activeNavigator) return;
    queries.clear();
    void auth.signoutRedirect().catch(() => auth.removeUser().then(() => window.location.replace('/')));
  }, [auth, queries]);
  return <PageLoader label="Signing out" />;
}
