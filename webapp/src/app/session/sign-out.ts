import type { ApiPath } from '@/lib/api';
import { fetchToken } from '@/lib/http';
import { storeSignOut } from '@/lib/last-activity';
import { paths } from '@/lib/paths';
import { broadcastToTabs } from '@/lib/tabs';
import type { UserManager } from 'oidc-client-ts';
import { storeSessionEnd, type SessionEnd } from './ending';
import { clearStoredData } from './forget';

/** Timeout for each request to the server while signing out. */
const TIMEOUT_MS = 5_000;

/**
 * Ends the session in the browser, on the server and, if there was a server session, at the
 * identity provider.
 */
export async function signOut(manager: UserManager, sessionEnd: SessionEnd): Promise<void> {
  // On a timeout, other tabs time out on their own.
  if (sessionEnd.reason !== 'timedOut') broadcastToTabs({ kind: 'signOut' });
  const token = sessionEnd.reason === 'unauthenticated' ? null : await lastToken();
  const user = await manager.getUser();
  await clearStoredData();
  storeSignOut();
  const end = sessionEnd.reason === 'chosen' ? paths.signedOut : paths.sessionTimeout;
  if (token && (await deleteSession(token))) {
    storeSessionEnd(sessionEnd);
    const redirect = {
      id_token_hint: user?.id_token,
      post_logout_redirect_uri: window.location.origin + end,
    };
    const isRedirecting = await manager.signoutRedirect(redirect).then(
      () => true,
      () => false,
    );
    if (isRedirecting) return;
  }
  await manager.removeUser();
  storeSessionEnd({ ...sessionEnd, isLocalOnly: true });
  window.location.replace(end);
}

/** Returns a valid token for ending the server session. Renews an expired token. */
const lastToken = () => Promise.race([fetchToken().catch(() => null), resolveAfterTimeout(null)]);

const SESSION = 'Session/me' satisfies ApiPath<'DELETE'>;

async function deleteSession(token: string): Promise<boolean> {
  try {
    const response = await fetch(`/api/${SESSION}`, {
      method: 'DELETE',
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return response.ok && Boolean(await response.json());
  } catch {
    return false;
  }
}

const resolveAfterTimeout = <T>(value: T) =>
  new Promise<T>((done) => setTimeout(() => done(value), TIMEOUT_MS));
