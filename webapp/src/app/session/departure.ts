import type { SessionRefusal } from '@/lib/http';

/** Why the page on the screen has to go at once. */
export type Departure =
  | 'unauthenticated'
  /** The session works for another account now. */
  | 'reload'
  | 'selectAccount';

const listeners = new Set<(departure: Departure) => void>();

/** Says whether anybody was there to leave. */
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
