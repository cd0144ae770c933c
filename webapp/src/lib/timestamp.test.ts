import { dateInTimeZone, formatTimestamp } from './timestamp';

const AT = '2026-11-21T02:30:00Z';

test('formats the day and time in the given time zone', () => {
  expect(dateInTimeZone('America/New_York', AT)).toBe('2026-11-20');
  expect(dateInTimeZone('Asia/Tokyo', AT)).toBe('2026-11-21');
  const plain = (text: string) => text.replaceAll(/\s/g, ' ');
  expect(plain(formatTimestamp(AT, 'America/New_York'))).toBe('Nov 20, 2026, 9:30 PM');
  expect(plain(formatTimestamp(AT, 'Asia/Tokyo'))).toBe('Nov 21, 2026, 11:30 AM');
});
