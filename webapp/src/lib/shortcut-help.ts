const EVENT = 'firmbook:shortcuts';

/** Opens the list of keyboard shortcuts. */
export const showShortcuts = () => window.dispatchEvent(new Event(EVENT));

/** Calls `listener` when the list of shortcuts is requested. Returns a function that unsubscribes. */
export function onShowShortcuts(listener: () => void): () => void {
  window.addEventListener(EVENT, listener);
  return () => window.removeEventListener(EVENT, listener);
}
