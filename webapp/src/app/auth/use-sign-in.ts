import { useConfig } from '@/lib/config';
import { lastActivity } from '@/lib/last-activity';
import { startIdle } from 'firmbook-wasm';
import { useCallback } from 'react';
import { useAuth } from 'react-oidc-context';
import { signInState, type SignInState } from './user-manager';

/** Sends the user to sign in, and back to this address unless another is given. */
export function useSignIn(): (back?: SignInState) => void {
  const auth = useAuth();
  const { idle } = useConfig();
  const { signinRedirect } = auth;
  return useCallback(
    (back = signInState()) => {
      const last = lastActivity();
      const now = Date.now();
      // Whoever was signed out here, or left without a word, says anew who they are.
      const mustAsk =
        last === null || (last !== undefined && startIdle(idle, last, now).state === 'timedOut');
      void signinRedirect({ state: back, ...(mustAsk ? { prompt: 'login' } : {}) });
    },
    [signinRedirect, idle],
  );
}

/** Sees a sign-in through with the user that the provider could not end without them; once. */
export const resumeSignIn = (signIn: (back: SignInState) => void, state: SignInState) =>
  signIn({ ...state, isResumed: true });
