const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats a timestamp in the user's time zone: `11/21/26, 9:05 AM`, or `Nov 21, 2026, 9:05 AM` for
 * `medium`.
 */
export function formatMoment(at: string, timeZone: string, dateStyle: 'short' | 'medium' = 'medium'): string {
  const key = `${timeZone} ${dateStyle}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle, timeStyle: 'short' });
    formatters.set(key, formatter);
  }
  return formatter.format(new Date(at));
}

/** Returns the day of a timestamp in a time zone, as `YYYY-MM-DD`. */
export function dayIn(timeZone: string, at: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(new Date(at));
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}
