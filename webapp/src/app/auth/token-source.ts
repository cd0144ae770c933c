import { ApiError, type TokenSource } from '@/lib/http';
import { ErrorResponse, type UserManager } from 'oidc-client-ts';
import { RENEW_BEFORE_SECONDS } from './user-manager';

/**
 * Provides access tokens for the API. Renewals are serialized because a refresh token can be used
 * only once. Calls `onUnauthenticated` if the provider refuses to issue a token.
 */
export function createTokenSource(manager: UserManager, onUnauthenticated: () => void): TokenSource {
  let renewal: Promise<string | null> | null = null;

  const renew = async () => {
    try {
      const user = await manager.signinSilent().catch((reason: unknown) => {
        if (!isRejectedByProvider(reason)) throw reason;
        // A duplicated tab may have used the refresh token. Try the provider's own session in an
        // iframe.
        return manager.signinSilent({ forceIframeAuth: true });
      });
      return user?.access_token ?? null;
    } catch (reason) {
      // An unreachable provider is a network error, not a sign-out.
      if (!isRejectedByProvider(reason)) throw new ApiError(0, null);
      onUnauthenticated();
      return null;
    } finally {
      renewal = null;
    }
  };
  const renewOnce = () => (renewal ??= renew());
  const renewInBackground = () => void renewOnce().catch(() => undefined);
  manager.events.addAccessTokenExpiring(renewInBackground);

  const current = async () => {
    const user = await manager.getUser();
    if (!user) return null;
    if (user.expired) return renewOnce();
    if (user.expires_in !== undefined && user.expires_in <= RENEW_BEFORE_SECONDS) renewInBackground();
    return user.access_token;
  };
  return { current, renew: renewOnce };
}

const isRejectedByProvider = (reason: unknown) => reason instanceof ErrorResponse;
