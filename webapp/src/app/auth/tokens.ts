import { ApiError, type TokenSource } from '@/lib/http';
import { ErrorResponse, type UserManager } from 'oidc-client-ts';
import { RENEW_BEFORE_SECONDS } from './user-manager';

/**
 * Tokens for the API. Whoever asks for a renewal, there is one at a time: a refresh token is good for one use. Says when
 * the provider gives no token any more: then nobody is signed in.
 */
export function tokensOf(manager: UserManager, onUnauthenticated: () => void): TokenSource {
  let renewal: Promise<string | null> | null = null;

  const renew = async () => {
    try {
      const user = await manager.signinSilent().catch((reason: unknown) => {
        if (!isRefusal(reason)) throw reason;
        // A refresh token may be used up, by a copy of this tab. The provider's own session may still stand.
        return manager.signinSilent({ forceIframeAuth: true });
      });
      return user?.access_token ?? null;
    } catch (reason) {
      // A provider that cannot be reached has refused nothing.
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
