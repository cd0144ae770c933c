import type { Annuity } from 'firmbook-wasm';
import { yearsOf } from './surrender-tab';

const annuity = (issueDate: string | null) =>
  ({ issueDate, surrenderSchedule: ['7.0000', '6.0000'] }) as Annuity;

test('a contract year ends the day before the next anniversary', () => {
  expect(yearsOf(annuity('2025-11-22'), '2026-11-21')).toEqual([
    { year: 1, from: '2025-11-22', to: '2026-11-21', charge: '7.0000', isNow: true },
    { year: 2, from: '2026-11-22', to: '2027-11-21', charge: '6.0000', isNow: false },
  ]);
  expect(yearsOf(annuity('2024-02-29'), '2025-03-01')[1]).toMatchObject({ from: '2025-03-01', isNow: true });
});

test('years have no dates without an issue date', () => {
  expect(yearsOf(annuity(null), '2026-11-21')[0]).toMatchObject({ from: null, to: null, isNow: false });
});
