const formatters = new Map<string, Intl.DateTimeFormat>();

/** Formats a timestamp in the user's time zone: `Nov 21, 2026, 9:05 AM`. */
export function formatTimestamp(at: string, timeZone: string): string {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' });
    formatters.set(timeZone, formatter);
  }
  return formatter.format(new Date(at));
}

/** Returns the day of a timestamp in a time zone, as `YYYY-MM-DD`. */
export function dateInTimeZone(timeZone: string, at: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(new Date(at));
  const part = (type: string) => parts.find((item) => item.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}
