import type { SessionRefusal } from '@/lib/http';

/** Reason to leave the current page immediately. */
export type Departure =
  | 'unauthenticated'
  /** The session switched to another account. */
  | 'reload'
  | 'selectAccount';

/** Returns whether the page is left. It stays while the user is asked about unsaved changes. */
type Listener = (departure: Departure) => boolean;

const listeners = new Set<Listener>();

/** Notifies all listeners. Returns whether one of them leaves the page. */
export const depart = (departure: Departure): boolean =>
  [...listeners].map((listener) => listener(departure)).includes(true);

export function onDeparture(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const DEPARTURES = {
  account_changed: 'reload',
  choose_account: 'selectAccount',
  session_ended: 'unauthenticated',
} as const;

export const departAfter = (refusal: SessionRefusal) => depart(DEPARTURES[refusal]);
