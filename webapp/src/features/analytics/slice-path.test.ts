import type { Group } from 'firmbook-wasm';
import { IN_FORCE, NO_FILTER } from './in-force';
import { slicePath } from './slice-path';

const month = (key: string | null) => ({ key, label: 'February 2028', slice: null }) as Group;

test('a month of premiums opens the policies in force with their next premium in that month', () => {
  const path = decodeURIComponent(slicePath(month('2028-02'), NO_FILTER) ?? '');
  expect(path).toMatch(
    /f=status:in:InForce,.*f=nextPremiumDate:between:2028-02-01,2028-02-29&s=nextPremiumDate$/,
  );
  expect(slicePath(month('2028-02'), IN_FORCE)).toBe(slicePath(month('2028-02'), NO_FILTER));
});

test('a group without a filter has no link', () => {
  expect(slicePath(month('Overdue'), NO_FILTER)).toBeNull();
  expect(slicePath(month(null), NO_FILTER)).toBeNull();
});
