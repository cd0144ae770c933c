import { checkSchedule, scheduleChoices, upcomingSends } from 'firmbook-later';
import { empty, formatWeekday, timeIn } from './schedule-values';

const filled = {
  ...empty('America/New_York'),
  name: 'Review',
  frequency: 'Monthly' as const,
  firstSendDate: '2026-11-30',
  subject: 'Your contracts',
  message: 'Here they are.',
};

test('returns the local time of a time zone', () => {
  const now = new Date('2026-11-22T04:30:00Z');
  expect(timeIn('America/New_York', now)).toBe('2026-11-21T23:30');
  expect(timeIn('Europe/Vienna', now)).toBe('2026-11-22T05:30');
  expect(timeIn('UTC', new Date('2026-11-22T00:05:00Z'))).toBe('2026-11-22T00:05');
  expect(formatWeekday('2026-11-30')).toBe('Mon 11/30/2026');
});

test('validates schedules and computes their next sends', () => {
  const now = '2026-11-21T12:00';
  expect(upcomingSends(filled, now, 3)).toEqual(['2026-11-30', '2026-12-30', '2027-01-30']);
  expect(upcomingSends({ ...filled, firstSendDate: '' }, now, 3)).toEqual([]);
  expect(checkSchedule(filled, 2, now, null)).toEqual([]);
  const past = { ...filled, firstSendDate: '2026-11-01' };
  expect(checkSchedule(past, 2, now, null).map(({ field, code }) => [field, code])).toEqual([
    ['firstSendDate', 'in_past'],
  ]);
  expect(checkSchedule(past, 2, now, past)).toEqual([]);
  expect(scheduleChoices(1).sendTo.map(({ code }) => code)).toEqual(['Contact', 'Me']);
  expect(scheduleChoices(2).frequencies).toHaveLength(7);
  expect(() => upcomingSends(filled, 'soon', 1)).toThrow('expected a local time');
});
