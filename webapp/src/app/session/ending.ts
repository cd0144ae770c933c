/** How a session came to its end, for the page that says so. */
export interface Ending {
  reason: 'chosen' | 'timedOut' | 'unauthenticated';
  /** Where the user was, to come back to after signing in again. */
  returnTo?: string;
  /** The identity provider was not told, and may know the user still. */
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

export const forgetEnding = () => sessionStorage.removeItem(KEY);
