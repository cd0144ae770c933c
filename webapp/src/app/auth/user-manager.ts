import type { AppConfig } from '@/lib/config';
import { paths } from '@/lib/paths';
import type { TokenSource } from '@/lib/http';
import { UserManager, WebStorageStateStore } from 'oidc-client-ts';

/** What a sign-in remembers until it returns. */
export interface SignInState {
  returnTo: string;
}

export function createUserManager(config: AppConfig): UserManager {
  const { origin } = window.location;
  return new UserManager({
    authority: config.issuer,
    client_id: config.clientId,
    scope: config.scope,
    extraQueryParams: { audience: config.audience },
    redirect_uri: origin + paths.loginCallback,
    silent_redirect_uri: origin + paths.silentRenew,
    post_logout_redirect_uri: origin + paths.home,
    automaticSilentRenew: true,
    accessTokenExpiringNotificationTimeInSeconds: 30,
    monitorSession: false,
    userStore: new WebStorageStateStore({ store: sessionStorage }),
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
  });
}

/** Tokens for the API; a refused one is renewed once, and then the user signs in again. */
export function tokensOf(manager: UserManager): TokenSource {
  let renewal: Promise<string | null> | null = null;
  const renew = async () => {
    try {
      return (await manager.signinSilent())?.access_token ?? null;
    } catch {
      await manager.signinRedirect({ state: here() });
      return null;
    } finally {
      renewal = null;
    }
  };
  return {
    current: async () => (await manager.getUser())?.access_token ?? null,
    renew: () => (renewal ??= renew()),
  };
}

export const here = (): SignInState => ({ returnTo: window.location.pathname + window.location.search });
