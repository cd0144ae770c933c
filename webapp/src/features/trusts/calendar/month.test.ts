import { dayTitle, isMonth, monthTitle, shiftMonth, weeksOf } from './month';

test('moves by months over years', () => {
  expect(shiftMonth('2026-12', 1)).toBe('2027-01');
  expect(shiftMonth('2026-01', -1)).toBe('2025-12');
  expect(shiftMonth('2026-01', 14)).toBe('2027-03');
});

test.each([
  ['2026-12', '2026-11-29', '2027-01-02', 5],
  // Begins on a Sunday and ends on a Saturday.
  ['2026-02', '2026-02-01', '2026-02-28', 4],
  ['2026-08', '2026-07-26', '2026-09-05', 6],
])('the weeks of %s', (month, first, last, count) => {
  const weeks = weeksOf(month);
  expect([weeks[0]?.[0], weeks.at(-1)?.[6], weeks.length]).toEqual([first, last, count]);
  expect(weeks.every((week) => week.length === 7)).toBe(true);
});

test('names months and days', () => {
  expect(monthTitle('2026-12')).toBe('December 2026');
  expect(dayTitle('2026-12-01')).toBe('Tuesday, December 1');
  expect(['2026-13', '2026-00', '26-01', '2026-1'].some(isMonth)).toBe(false);
  expect(isMonth('2026-09')).toBe(true);
});
