import { PageLoader } from '@/components/page-loader';
import { PageMessage } from '@/components/page-message';
import { paths } from '@/lib/paths';
import { useDocumentTitle } from '@/lib/use-document-title';
import { Button } from '@mantine/core';
import { useAuth } from 'react-oidc-context';
import { Navigate } from 'react-router';
import type { SignInState } from '../auth/user-manager';

/** Where the identity provider sends the user back to. */
export function LoginCallbackPage() {
  useDocumentTitle('Sign in');
  const auth = useAuth();
  if (auth.error) {
    return (
      <PageMessage
        title="Signing in did not work"
        text={auth.error.message}
        action={<Button onClick={() => void auth.signinRedirect()}>Try again</Button>}
      />
    );
  }
  if (auth.isAuthenticated) {
    const state = auth.user?.state as SignInState | undefined;
    return <Navigate to={ownAddress(state?.returnTo)} replace />;
  }
  return auth.isLoading ? <PageLoader label="Signing in" /> : <Navigate to={paths.home} replace />;
}

/** Only an address of this app; anything else is the home page. */
const ownAddress = (returnTo = paths.home) => (/^\/(?!\/)/.test(returnTo) ? returnTo : paths.home);
