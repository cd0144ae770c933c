import { useConfig } from '@/lib/config';
import { lastActivity } from '@/lib/last-activity';
import { startIdle } from 'firmbook-wasm';
import { useCallback } from 'react';
import { useAuth } from 'react-oidc-context';
import { signInState, type SignInState } from './user-manager';

/** Returns a function that redirects to sign in, and back to this URL unless another is given. */
export function useSignIn(): (state?: SignInState) => void {
  const auth = useAuth();
  const { idle } = useConfig();
  const { signinRedirect } = auth;
  return useCallback(
    (state = signInState()) => {
      const last = lastActivity();
      const now = Date.now();
      // Require credentials again after a sign-out or an idle timeout on this device.
      const mustReauthenticate =
        last === null || (last !== undefined && startIdle(idle, last, now).state === 'timedOut');
      void signinRedirect({ state, ...(mustReauthenticate ? { prompt: 'login' } : {}) });
    },
    [signinRedirect, idle],
  );
}

/** Repeats a sign-in interactively after the provider rejected a silent one, at most once per sign-in. */
export const resumeSignIn = (signIn: (back: SignInState) => void, state: SignInState) =>
  signIn({ ...state, isResumed: true });
