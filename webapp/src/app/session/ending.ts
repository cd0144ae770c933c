/** How a session ended, stored for the page that reports it. */
export interface Ending {
  reason: 'chosen' | 'timedOut' | 'unauthenticated';
  /** The address to return to after signing in again. */
  returnTo?: string;
  /** The identity provider could not be reached and may still have a session. */
  isOnlyHere?: boolean;
}

const KEY = 'firmbook-ending';

export const rememberEnding = (ending: Ending) => sessionStorage.setItem(KEY, JSON.stringify(ending));

export function lastEnding(): Ending | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Ending | null;
  } catch {
    return null;
  }
}
