import { useSession } from './session';

/** Returns the current date in a time zone, as `YYYY-MM-DD`. */
export function today(timeZone: string, now = new Date()): string {
  // Swedish dates use this format.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now);
}

/** Returns the current date in the user's time zone, which the server also uses. */
export const useToday = () => today(useSession().user.timeZone);
