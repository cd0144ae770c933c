import { today } from './today';

test('returns the date of the time zone, which may differ from the date of the computer', () => {
  const now = new Date('2026-11-26T00:44:00Z');
  expect(today('America/New_York', now)).toBe('2026-11-25');
  expect(today('Pacific/Auckland', now)).toBe('2026-11-26');
  expect(today('America/New_York', new Date('2026-01-05T12:00:00Z'))).toBe('2026-01-05');
});
