const KEY = 'firmbook-last-activity';
/** Stored instead of a timestamp after a sign-out. */
const NEVER = 0;

/** Returns the time of the last activity in any tab, in ms. Null after a sign-out, undefined if unknown. */
export function lastActivity(): number | null | undefined {
  try {
    const kept = localStorage.getItem(KEY);
    if (kept === null) return undefined;
    const at = Number(kept);
    return Number.isFinite(at) && at > NEVER ? at : null;
  } catch {
    return undefined;
  }
}

export const storeActivity = (atMs: number) => keep(atMs);
export const noteSignOut = () => keep(NEVER);

function keep(atMs: number) {
  try {
    localStorage.setItem(KEY, String(atMs));
  } catch {
    // Storage is unavailable. Each tab then tracks its own activity.
  }
}
