const MS_PER_DAY = 86_400_000;

/** Adds days to a date, both `YYYY-MM-DD`. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * MS_PER_DAY).toISOString().slice(0, 10);

/** Selectable snooze durations. */
export const SNOOZE_OPTIONS = [
  { label: 'Until tomorrow', days: 1 },
  { label: 'For 1 week', days: 7 },
  { label: 'For 2 weeks', days: 14 },
  { label: 'For 30 days', days: 30 },
] as const;

/** Maximum snooze duration in days. The server rejects later dates. */
export const MAX_SNOOZE_DAYS = 365;
