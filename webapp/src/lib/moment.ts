const formatters = new Map<string, Intl.DateTimeFormat>();

/** Day and time of a moment on the wire, where the user is: `11/21/26, 9:05 AM`, or with the month's name. */
export function formatMoment(at: string, timeZone: string, dateStyle: 'short' | 'medium' = 'medium'): string {
  const key = `${timeZone} ${dateStyle}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle, timeStyle: 'short' });
    formatters.set(key, formatter);
  }
  return formatter.format(new Date(at));
}

/** The day that a moment falls on in a time zone, as `YYYY-MM-DD`. */
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
