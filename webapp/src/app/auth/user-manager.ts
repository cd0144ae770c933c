import type { AppConfig } from '@/lib/config';
import { here } from '@/lib/own-address';
import { paths } from '@/lib/paths';
import { UserManager, WebStorageStateStore } from 'oidc-client-ts';

/** What a sign-in remembers until it returns. */
export interface SignInState {
  returnTo: string;
  /** A sign-in that the provider wanted to see through with the user: not begun a second time. */
  isResumed?: boolean;
}

/** Tokens are renewed this long before they expire. */
export const RENEW_BEFORE_SECONDS = 30;

export function createUserManager(config: AppConfig): UserManager {
  const { origin } = window.location;
  return new UserManager({
    authority: config.issuer,
    client_id: config.clientId,
    scope: config.scope,
    extraQueryParams: { audience: config.audience },
    redirect_uri: origin + paths.loginCallback,
    silent_redirect_uri: origin + paths.silentRenew,
    post_logout_redirect_uri: origin + paths.signedOut,
    // Renewals go one at a time through the token source.
    automaticSilentRenew: false,
    accessTokenExpiringNotificationTimeInSeconds: RENEW_BEFORE_SECONDS,
    monitorSession: false,
    userStore: new WebStorageStateStore({ store: sessionStorage }),
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
  });
}

export const signInState = (): SignInState => ({ returnTo: here() });
