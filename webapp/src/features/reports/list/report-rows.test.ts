import { reportKinds } from '../kinds';
import { noTotals, reportOf } from '../testing';
import { reportsTable } from './report-columns';
import { filterReports, rowOf, sortRows, totalsStateOf } from './report-rows';

const { columns } = reportsTable(reportKinds.policies);
const rows = (...amounts: (string | null)[]) =>
  amounts.map((deathBenefit, i) =>
    rowOf(reportOf(String(i), { name: `R${i}`, totals: { ...noTotals, deathBenefit } }), 'fresh'),
  );
const order = (direction: 'asc' | 'desc', ...amounts: (string | null)[]) =>
  sortRows(rows(...amounts), [{ column: 'deathBenefit', direction }], columns).map((row) => row.deathBenefit);

test('compares amounts to the cent and sorts missing ones last', () => {
  const [low, high] = ['9007199254740993.01', '9007199254740993.02'];
  expect(order('asc', high, null, low, '7')).toEqual(['7', low, high, null]);
  expect(order('desc', low, null, high, '7')).toEqual([high, low, '7', null]);
});

test('sorts names naturally, ignoring case', () => {
  const named = ['b', 'A10', 'a9'].map((name) => rowOf(reportOf(name, { name }), 'fresh'));
  expect(sortRows(named, [], columns).map((row) => row.name)).toEqual(['a9', 'A10', 'b']);
});

test('matches every word in name, description or owner, ignoring case and accents', () => {
  const reports = [
    reportOf('1', { name: 'Lapsing soon', description: 'for the Tuésday call' }),
    reportOf('2', { name: 'Large', ownerName: 'Ines Calloway' }),
    reportOf('3', { name: 'Łódź, ordered by Åse Øvergård' }),
  ];
  const found = (text: string) => filterReports(reports, text).map(({ uuid }) => uuid);
  expect(found(' tuesday LAPS ')).toEqual(['1']);
  expect(found('calloway')).toEqual(['2']);
  expect(found('lodz overgard')).toEqual(['3']);
  expect(found('ÅSE')).toEqual(['3']);
  expect(found('')).toEqual(['1', '2', '3']);
  expect(found('lapsing calloway')).toEqual([]);
});

test('an invalid query takes precedence over any other state', () => {
  const uuids = new Set(['1']);
  const none = new Set<string>();
  const problem = { code: 'unknown_column', message: 'Gone.', field: 'filter[0].column' };
  expect(totalsStateOf(reportOf('1', { problem }), { counting: uuids, failed: uuids })).toBe('problem');
  expect(totalsStateOf(reportOf('1'), { counting: uuids, failed: uuids })).toBe('counting');
  expect(totalsStateOf(reportOf('1'), { counting: none, failed: uuids })).toBe('failed');
  expect(totalsStateOf(reportOf('1'), { counting: none, failed: none })).toBe('stale');
  expect(totalsStateOf(reportOf('1', { isTotalStale: false }), { counting: none, failed: none })).toBe(
    'fresh',
  );
});

test('returns the same row while its report is unchanged', () => {
  const report = reportOf('1');
  expect(rowOf(report, 'stale')).toBe(rowOf(report, 'stale'));
  expect(rowOf(report, 'fresh')).not.toBe(rowOf(report, 'stale'));
});
