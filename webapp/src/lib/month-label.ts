const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Formats a date as its month: `Nov 2026`. */
export const monthLabel = (date: string): string => MONTH.format(new Date(date));
