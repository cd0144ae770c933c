import type { ApiPath } from '@/lib/api';
import { fetchToken } from '@/lib/http';
import { noteSignOut } from '@/lib/last-activity';
import { paths } from '@/lib/paths';
import { tellTabs } from '@/lib/tabs';
import type { UserManager } from 'oidc-client-ts';
import { rememberEnding, type Ending } from './ending';
import { forgetEverything } from './forget';

/** Timeout for each request to the server while signing out. */
const PATIENCE_MS = 5_000;

/**
 * Ends the session in the browser, on the server and, if there was a server session, at the
 * identity provider.
 */
export async function signOut(manager: UserManager, ending: Ending): Promise<void> {
  // On a timeout, other tabs time out on their own.
  if (ending.reason !== 'timedOut') tellTabs({ kind: 'signOut' });
  const token = ending.reason === 'unauthenticated' ? null : await lastToken();
  const user = await manager.getUser();
  await forgetEverything();
  noteSignOut();
  const end = ending.reason === 'chosen' ? paths.signedOut : paths.sessionTimeout;
  if (token && (await deleteMe(token))) {
    rememberEnding(ending);
    const there = { id_token_hint: user?.id_token, post_logout_redirect_uri: window.location.origin + end };
    const isOnTheWay = await manager.signoutRedirect(there).then(
      () => true,
      () => false,
    );
    if (isOnTheWay) return;
  }
  await manager.removeUser();
  rememberEnding({ ...ending, isOnlyHere: true });
  window.location.replace(end);
}

/** Returns a valid token for ending the server session. Renews an expired token. */
const lastToken = () => Promise.race([fetchToken().catch(() => null), soon(null)]);

const SESSION = 'Session/me' satisfies ApiPath<'DELETE'>;

async function deleteMe(token: string): Promise<boolean> {
  try {
    const answer = await fetch(`/api/${SESSION}`, {
      method: 'DELETE',
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return answer.ok && Boolean(await answer.json());
  } catch {
    return false;
  }
}

const soon = <T>(value: T) => new Promise<T>((done) => setTimeout(() => done(value), PATIENCE_MS));
