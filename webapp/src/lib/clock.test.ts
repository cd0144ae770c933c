import { formatClock } from './clock';

test.each([
  ['00:00', '12:00 AM'],
  ['09:05', '9:05 AM'],
  ['12:30', '12:30 PM'],
  ['16:41', '4:41 PM'],
])('formats %s as %s', (time, text) => expect(formatClock(time)).toBe(text));
