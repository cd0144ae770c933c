const KEY = 'firmbook-last-activity';
/** Stored instead of a timestamp after a sign-out. */
const SIGNED_OUT = 0;

/** Returns the time of the last activity in any tab, in ms. Null after a sign-out, undefined if unknown. */
export function lastActivity(): number | null | undefined {
  try {
    const stored = localStorage.getItem(KEY);
    if (stored === null) return undefined;
    const at = Number(stored);
    return Number.isFinite(at) && at > SIGNED_OUT ? at : null;
  } catch {
    return undefined;
  }
}

export const storeActivity = (atMs: number) => store(atMs);
export const storeSignOut = () => store(SIGNED_OUT);

function store(atMs: number) {
  try {
    localStorage.setItem(KEY, String(atMs));
  } catch {
    // Storage is unavailable. Each tab then tracks its own activity.
  }
}
