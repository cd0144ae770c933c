import type { AppConfig } from '@/lib/config';
import { currentUrl } from '@/lib/return-url';
import { paths } from '@/lib/paths';
import { UserManager, WebStorageStateStore } from 'oidc-client-ts';

/** State stored for the duration of the sign-in redirect. */
export interface SignInState {
  returnTo: string;
  /** This sign-in already repeats an earlier one and must not be repeated again. */
  isResumed?: boolean;
}

/** Tokens are renewed this many seconds before they expire. */
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
    // `createTokenSource` renews tokens, one renewal at a time.
    automaticSilentRenew: false,
    accessTokenExpiringNotificationTimeInSeconds: RENEW_BEFORE_SECONDS,
    monitorSession: false,
    userStore: new WebStorageStateStore({ store: sessionStorage }),
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
  });
}

export const signInState = (): SignInState => ({ returnTo: currentUrl() });
