import { today } from './today';

test('today is the day where the user is', () => {
  expect(today(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
});
