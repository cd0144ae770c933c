import { ApiError, type TokenSource } from '@/lib/http';
import { ErrorResponse, type UserManager } from 'oidc-client-ts';
import { RENEW_BEFORE_SECONDS } from './user-manager';

/**
 * Provides access tokens for the API. Renewals are serialized because a refresh token can be used
 * only once. Calls `onUnauthenticated` if the provider refuses to issue a token.
 */
export function tokensOf(manager: UserManager, onUnauthenticated: () => void): TokenSource {
  let renewal: Promise<string | null> | null = null;

  const renew = async () => {
    try {
      const user = await manager.signinSilent().catch((reason: unknown) => {
        if (!isRefusal(reason)) throw reason;
        // A duplicated tab may have used the refresh token. Try the provider's own session in an
        // iframe.
        return manager.signinSilent({ forceIframeAuth: true });
      });
      return user?.access_token ?? null;
    } catch (reason) {
      // An unreachable provider is a network error, not a sign-out.
      if (!isRefusal(reason)) throw new ApiError(0, null);
      onUnauthenticated();
      return null;
    } finally {
      renewal = null;
    }
  };
  const renewOnce = () => (renewal ??= renew());
  const renewInTime = () => void renewOnce().catch(() => undefined);
  manager.events.addAccessTokenExpiring(renewInTime);

  const current = async () => {
    const user = await manager.getUser();
    if (!user) return null;
    if (user.expired) return renewOnce();
    if (user.expires_in !== undefined && user.expires_in <= RENEW_BEFORE_SECONDS) renewInTime();
    return user.access_token;
  };
  return { current, renew: renewOnce };
}

const isRefusal = (reason: unknown) => reason instanceof ErrorResponse;
