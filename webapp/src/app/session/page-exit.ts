import type { SessionErrorCode } from '@/lib/http';

/** Reason to leave the current page immediately. */
export type ExitReason =
  | 'unauthenticated'
  /** The session switched to another account. */
  | 'reload'
  | 'selectAccount';

/** Returns whether the page is left. It stays while the user is asked about unsaved changes. */
type Listener = (reason: ExitReason) => boolean;

const listeners = new Set<Listener>();

/** Notifies all listeners. Returns whether one of them leaves the page. */
export const requestExit = (reason: ExitReason): boolean =>
  [...listeners].map((listener) => listener(reason)).includes(true);

export function onExitRequest(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const EXIT_REASONS = {
  account_changed: 'reload',
  choose_account: 'selectAccount',
  session_ended: 'unauthenticated',
} as const;

export const exitOnSessionError = (code: SessionErrorCode) => requestExit(EXIT_REASONS[code]);
