import { expect, test } from '@jest/globals';
import { timeZoneLabel, timeZoneOptions } from './time-zones';

test('describes time zones in words', () => {
  for (const [zone, label] of [
    ['America/New_York', 'Eastern Time (New York)'],
    ['Asia/Tokyo', 'Tokyo, Asia'],
    ['America/Argentina/Buenos_Aires', 'Buenos Aires, Argentina, America'],
    ['UTC', 'UTC'],
  ] as const)
    expect(timeZoneLabel(zone)).toBe(label);
});

test('offers every time zone once, U.S. time zones first', () => {
  const [first, others] = timeZoneOptions('America/Chicago');
  expect(first?.items[0]).toEqual({ value: 'America/New_York', label: 'Eastern Time (New York)' });
  const values = [first, others].flatMap((group) => group?.items.map(({ value }) => value) ?? []);
  expect(new Set(values).size).toBe(values.length);
  expect(values).toEqual(expect.arrayContaining(Intl.supportedValuesOf('timeZone')));
});

test('keeps a chosen time zone that the browser does not know', () => {
  const others = timeZoneOptions('Old/Zone').at(-1);
  expect(others?.items).toContainEqual({ value: 'Old/Zone', label: 'Zone, Old' });
});
