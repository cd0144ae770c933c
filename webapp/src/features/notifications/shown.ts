/** Survives a reload of the tab, and ends with the session. */
const KEY = 'firmbook-shown-notifications';
/** More than the server sends again to whoever connects. */
const MOST = 2_000;

/** Whether a notification is shown for the first time in this tab; from now on it is not. One without an id always is. */
export function noteShown(id: number): boolean {
  if (id === 0) return true;
  const shown = read();
  if (shown.includes(id)) return false;
  sessionStorage.setItem(KEY, JSON.stringify([...shown, id].slice(-MOST)));
  return true;
}

function read(): number[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as number[];
  } catch {
    return [];
  }
}
