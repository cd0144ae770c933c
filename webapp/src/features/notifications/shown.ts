/** In session storage: survives a reload of the tab, is cleared with the session. */
const KEY = 'firmbook-shown-notifications';
/** Number of ids to remember, more than the server resends after a reconnect. */
const MAX_IDS = 2_000;

/** Returns true the first time a notification is shown in this tab. Always true without an id. */
export function markShown(id: number): boolean {
  if (id === 0) return true;
  const shown = read();
  if (shown.includes(id)) return false;
  sessionStorage.setItem(KEY, JSON.stringify([...shown, id].slice(-MAX_IDS)));
  return true;
}

function read(): number[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as number[];
  } catch {
    return [];
  }
}
