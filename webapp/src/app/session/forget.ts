/**
 * Kept after the session. The color scheme is a setting of the device, not of the user. The home page layout
 * contains only ids of cards, no data of the firm.
 */
const PERSISTENT_KEYS = /^firmbook-(color-scheme$|home-)/;

/** Clears all session data in the browser: storage, databases, caches. */
export async function clearStoredData(): Promise<void> {
  sessionStorage.clear();
  const sessionKeys = Object.keys(localStorage).filter(
    (key) => key.startsWith('firmbook-') && !PERSISTENT_KEYS.test(key),
  );
  for (const key of sessionKeys) localStorage.removeItem(key);
  await Promise.allSettled([clearDatabases(), clearCaches()]);
}

async function clearDatabases() {
  for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
}

async function clearCaches() {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}
