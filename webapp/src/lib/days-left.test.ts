import { daysLeft, formatDaysLeft } from './days-left';

test('counts and names the days until a date', () => {
  expect(daysLeft('2026-12-03', '2026-11-21')).toBe(12);
  expect(daysLeft('2026-03-09', '2026-03-07')).toBe(2);
  expect(daysLeft('2026-11-20', '2026-11-21')).toBe(-1);
  expect([0, 1, 12, -3].map(formatDaysLeft)).toEqual(['today', 'tomorrow', 'in 12 days', '3 days ago']);
});
