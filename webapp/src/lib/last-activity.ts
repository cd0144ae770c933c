const KEY = 'firmbook-last-activity';
/** No time of day: somebody signed out, or was signed out. */
const NEVER = 0;

/** When anybody last did something in any tab, in milliseconds; null after a sign-out, undefined when nothing is known. */
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

export const noteActivity = (atMs: number) => keep(atMs);
export const noteSignOut = () => keep(NEVER);

function keep(atMs: number) {
  try {
    localStorage.setItem(KEY, String(atMs));
  } catch {
    // Storage is closed to us: each tab then watches over itself.
  }
}
