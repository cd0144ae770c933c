import { today } from './today';

test('returns the date in the time zone, which may differ from the computer’s date', () => {
  const now = new Date('2026-11-26T00:44:00Z');
  expect(today('America/New_York', now)).toBe('2026-11-25');
  expect(today('Pacific/Auckland', now)).toBe('2026-11-26');
  expect(today('America/New_York', new Date('2026-01-05T12:00:00Z'))).toBe('2026-01-05');
});
