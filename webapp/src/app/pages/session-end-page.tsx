import { BarePage } from '@/components/bare-page';
import { PageMessage } from '@/components/page-message';
import { useConfig } from '@/lib/config';
import { sanitizeReturnUrl } from '@/lib/return-url';
import { useDocumentTitle } from '@/lib/use-document-title';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAuth } from 'react-oidc-context';
import { useSignIn } from '../auth/use-sign-in';
import { loadSessionEnd } from '../session/ending';

const PROVIDER_SESSION_NOTE =
  'You may still be signed in to the sign-in service. Close the browser if others use this computer.';

/** `/session-timeout`: the session expired or was ended by the server. */
export function SessionTimeoutPage() {
  const { idle } = useConfig();
  const [sessionEnd] = useState(loadSessionEnd);
  const isUnauthenticated = sessionEnd?.reason === 'unauthenticated';
  return (
    <SessionEndPage
      title={isUnauthenticated ? 'Your session has ended' : 'Your session has timed out'}
      text={
        isUnauthenticated
          ? 'You were signed out. Sign in again to continue where you left off.'
          : `To keep your information secure, we signed you out after ${duration(idle.seconds)} without activity.`
      }
      returnTo={sessionEnd?.returnTo}
    />
  );
}

/** `/signed-out`: the user signed out in this tab or in another one. */
export function SignedOutPage() {
  const [sessionEnd] = useState(loadSessionEnd);
  return (
    <SessionEndPage
      title="You are signed out"
      text={sessionEnd?.isLocalOnly ? PROVIDER_SESSION_NOTE : 'You can close this page.'}
    />
  );
}

function SessionEndPage({
  title,
  text,
  returnTo,
}: {
  title: string;
  text: string;
  returnTo?: string | undefined;
}) {
  useDocumentTitle(title);
  const signIn = useSignIn();
  const auth = useAuth();
  return (
    <BarePage>
      <PageMessage
        title={title}
        text={text}
        detail={auth.error && <span role="alert">{auth.error.message}</span>}
        action={
          <Button
            loading={auth.activeNavigator === 'signinRedirect'}
            onClick={() => signIn({ returnTo: sanitizeReturnUrl(returnTo) })}
          >
            Sign in
          </Button>
        }
      />
    </BarePage>
  );
}

function duration(seconds: number): string {
  const [count, unit] = seconds % 60 === 0 ? [seconds / 60, 'minute'] : [seconds, 'second'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
