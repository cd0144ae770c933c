import { BarePage } from '@/components/bare-page';
import { PageLoader } from '@/components/page-loader';
import { PageMessage } from '@/components/page-message';
import { Button } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { hasAuthParams, useAuth } from 'react-oidc-context';
import { useSignIn } from './use-sign-in';

/** Renders its children for signed-in users. Redirects everyone else to sign in and back to this URL. */
export function RequireSignIn({ children }: { children: ReactNode }) {
  const auth = useAuth();
  const signIn = useSignIn();
  // A user with an expired token counts as signed in. The first call renews the token.
  const isSignedIn = Boolean(auth.user);
  const mustSignIn =
    !isSignedIn && !auth.isLoading && !auth.activeNavigator && !auth.error && !hasAuthParams();
  useEffect(() => {
    if (mustSignIn) signIn();
  }, [mustSignIn, signIn]);

  if (isSignedIn) return children;
  if (!auth.error) return <PageLoader label="Signing in" />;
  return (
    <BarePage>
      <PageMessage
        title="We couldn’t sign you in"
        text={auth.error.message}
        action={<Button onClick={() => signIn()}>Try again</Button>}
      />
    </BarePage>
  );
}
