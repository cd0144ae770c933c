/** How a session ended, stored for the page that reports it. */
export interface SessionEnd {
  reason: 'chosen' | 'timedOut' | 'unauthenticated';
  /** The address to return to after signing in again. */
  returnTo?: string;
  /** The identity provider could not be reached and may still have a session. */
  isLocalOnly?: boolean;
}

const KEY = 'firmbook-ending';

export const storeSessionEnd = (sessionEnd: SessionEnd) =>
  sessionStorage.setItem(KEY, JSON.stringify(sessionEnd));

export function loadSessionEnd(): SessionEnd | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as SessionEnd | null;
  } catch {
    return null;
  }
}
