import { BarePage } from '@/components/bare-page';
import { PageLoader } from '@/components/page-loader';
import { PageMessage } from '@/components/page-message';
import { sanitizeReturnUrl } from '@/lib/return-url';
import { paths } from '@/lib/paths';
import { useDocumentTitle } from '@/lib/use-document-title';
import { Button } from '@mantine/core';
import { ErrorResponse, type UserManager } from 'oidc-client-ts';
import { useEffect } from 'react';
import type { Root } from 'react-dom/client';
import { useAuth } from 'react-oidc-context';
import { Navigate } from 'react-router';
import { useSignIn } from '../auth/use-sign-in';
import type { SignInState } from '../auth/user-manager';

/** OIDC error codes that require user interaction. */
const INTERACTION_ERRORS = new Set([
  'interaction_required',
  'login_required',
  'consent_required',
  'account_selection_required',
]);

interface LoginCallbackPageProps {
  /** Repeats the sign-in with user interaction. */
  onInteractionRequired: (signIn: ReturnType<typeof useSignIn>, state: SignInState) => void;
}

/** Redirect target of the identity provider. */
export function LoginCallbackPage({ onInteractionRequired }: LoginCallbackPageProps) {
  useDocumentTitle('Sign in');
  const auth = useAuth();
  const signIn = useSignIn();
  const error = auth.error && 'innerError' in auth.error ? auth.error.innerError : null;
  const state = (error instanceof ErrorResponse ? error.state : auth.user?.state) as SignInState | undefined;
  const returnTo = sanitizeReturnUrl(state?.returnTo);
  const mustResume =
    error instanceof ErrorResponse && INTERACTION_ERRORS.has(error.error ?? '') && !state?.isResumed;
  useEffect(() => {
    if (mustResume) onInteractionRequired(signIn, { returnTo });
  }, [mustResume, onInteractionRequired, signIn, returnTo]);
  const isDone = auth.isAuthenticated && !auth.error;

  if (auth.error && !mustResume) {
    return (
      <BarePage>
        <PageMessage
          title="We couldn’t sign you in"
          text={auth.error.message}
          action={<Button onClick={() => signIn({ returnTo })}>Try again</Button>}
        />
      </BarePage>
    );
  }
  if (isDone) return <Navigate to={returnTo} replace />;
  return auth.isLoading || mustResume ? (
    <PageLoader label="Signing in" />
  ) : (
    <Navigate to={paths.home} replace />
  );
}

/**
 * Passes the response of the identity provider on: from a hidden frame to its page, or from a second window to
 * the page with unsaved changes that opened it (`session/reauthenticate.ts`).
 */
export async function finishSignIn(manager: UserManager, root: Root): Promise<void> {
  if (window.parent !== window) return manager.signinSilentCallback();
  await manager.signinPopupCallback();
  root.render(<p role="status">You are signed in. Close this window and continue in the other one.</p>);
}
