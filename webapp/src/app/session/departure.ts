import type { SessionRefusal } from '@/lib/http';

/** Reason to leave the current page immediately. */
export type Departure =
  | 'unauthenticated'
  /** The session switched to another account. */
  | 'reload'
  | 'selectAccount';

const listeners = new Set<(departure: Departure) => void>();

/** Notifies all listeners. Returns false if there are none. */
export function depart(departure: Departure): boolean {
  for (const listener of listeners) listener(departure);
  return listeners.size > 0;
}

export function onDeparture(listener: (departure: Departure) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const DEPARTURES = {
  account_changed: 'reload',
  choose_account: 'selectAccount',
  session_ended: 'unauthenticated',
} as const;

export const departAfter = (refusal: SessionRefusal) => depart(DEPARTURES[refusal]);
