/** Months are `YYYY-MM`, days `YYYY-MM-DD`. */

const MONTH = /^[12]\d{3}-(0[1-9]|1[0-2])$/;

export const isMonth = (text: string): boolean => MONTH.test(text);

export const monthOf = (day: string): string => day.slice(0, 7);

const firstDay = (month: string) => new Date(`${month}-01T00:00:00Z`);
const iso = (date: Date) => date.toISOString().slice(0, 10);

/** Returns the month `by` months later. */
export function shiftMonth(month: string, by: number): string {
  const date = firstDay(month);
  date.setUTCMonth(date.getUTCMonth() + by);
  return monthOf(iso(date));
}

/** Returns the weeks of a month, from Sunday to Saturday. The first and last may begin or end in another month. */
export function weeksOf(month: string): string[][] {
  const day = firstDay(month);
  day.setUTCDate(1 - day.getUTCDay());
  const weeks: string[][] = [];
  do {
    weeks.push(
      Array.from({ length: 7 }, () => {
        const shown = iso(day);
        day.setUTCDate(day.getUTCDate() + 1);
        return shown;
      }),
    );
  } while (monthOf(iso(day)) === month);
  return weeks;
}

const title = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const longDay = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
});

/** Formats a month: `December 2026`. */
export const monthTitle = (month: string): string => title.format(firstDay(month));

/** Formats a day: `Tuesday, December 1`. */
export const dayTitle = (day: string): string => longDay.format(new Date(`${day}T00:00:00Z`));
