/**
 * Kept after the session. The color scheme is a setting of the device, not of the user. The home page layout
 * contains only ids of cards, no data of the firm.
 */
const KEPT = /^firmbook-(color-scheme$|home-)/;

/** Clears all session data in the browser: storage, databases, caches. */
export async function forgetEverything(): Promise<void> {
  sessionStorage.clear();
  const ours = Object.keys(localStorage).filter((key) => key.startsWith('firmbook-') && !KEPT.test(key));
  for (const key of ours) localStorage.removeItem(key);
  await Promise.allSettled([forgetDatabases(), forgetCaches()]);
}

async function forgetDatabases() {
  for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
}

async function forgetCaches() {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}
