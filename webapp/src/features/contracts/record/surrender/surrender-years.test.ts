import type { Annuity } from 'firmbook-wasm';
import { currentCharge, yearsOf } from './surrender-years';

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

test('tells the charge of the current year, or since when there is none', () => {
  expect(currentCharge(annuity('2025-11-22'), '2026-11-22')).toBe('Currently 6% until 11/21/2027');
  expect(currentCharge(annuity('2024-02-29'), '2026-02-28')).toBe('Currently 6% until 02/28/2026');
  expect(currentCharge(annuity('2024-02-29'), '2026-03-01')).toBe('No surrender charge since 03/01/2026');
  expect(currentCharge(annuity('2026-12-01'), '2026-11-22')).toBe('');
  expect(currentCharge(annuity(null), '2026-11-22')).toBe('');
});
