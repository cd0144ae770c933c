const MS_PER_DAY = 86_400_000;
const RELATIVE_DAYS = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });

/** Returns the days from `today` to `day`, both `YYYY-MM-DD`. Negative for days in the past. */
export const daysLeft = (day: string, today: string): number =>
  Math.round((Date.parse(day) - Date.parse(today)) / MS_PER_DAY);

/** Returns `today`, `in 4 days` or `3 days ago`. */
export const formatDaysLeft = (days: number): string => RELATIVE_DAYS.format(days, 'day');
