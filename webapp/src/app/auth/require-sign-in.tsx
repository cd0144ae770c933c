import { PageLoader } from '@/components/page-loader';
import { PageMessage } from '@/components/page-message';
import { Button } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { hasAuthParams, useAuth } from 'react-oidc-context';
import { here } from './user-manager';

/** Shows its children to signed-in users; sends everyone else to sign in and back to this address. */
export function RequireSignIn({ children }: { children: ReactNode }) {
  const auth = useAuth();
  const mustSignIn =
    !auth.isAuthenticated && !auth.isLoading && !auth.activeNavigator && !auth.error && !hasAuthParams();
  useEffect(() => {
    if (mustSignIn) void auth.signinRedirect({ state: here() });
  }, [mustSignIn, auth]);

  if (auth.error) {
    return (
      <PageMessage
        title="Signing in did not work"
        text={auth.error.message}
        action={<Button onClick={() => void auth.signinRedirect({ state: here() })}>Try again</Button>}
      />
    );
  }
  return auth.isAuthenticated ? children : <PageLoader label="Signing in" />;
}
