/** Thrown if the code of a page could not be loaded. */
export class PageLoadError extends Error {
  override readonly name = 'PageLoadError';
}

/**
 * Loads code on demand. If loading fails while offline, waits for the connection and retries. Throws
 * `PageLoadError` if it fails while online.
 */
export async function loadWhenOnline<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if (navigator.onLine) throw new PageLoadError('the code of the page could not be loaded', { cause });
  }
  await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
  return loadWhenOnline(load);
}
