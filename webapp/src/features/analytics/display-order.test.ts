import type { Group } from 'firmbook-wasm';
import { displayOrder } from './display-order';

const groups = (...keys: (string | null)[]) => keys.map((key) => ({ key }) as Group);
const keys = (found: readonly Group[]) => found.map(({ key }) => key);

test('anniversaries begin with the current month, and end with the policies without one', () => {
  const found = groups('01', '02', '11', '12', null);
  expect(keys(displayOrder('policyanniversaries', found, 'policyCount', '2026-11-30'))).toEqual([
    '11',
    '12',
    '01',
    '02',
    null,
  ]);
});

test('months of premiums keep their order', () => {
  const found = groups('2026-11', '2026-12', '2027-01');
  expect(displayOrder('premiummonths', found, 'premiumDue', '2026-11-30')).toBe(found);
});
