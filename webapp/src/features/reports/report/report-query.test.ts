import { listDefinition } from 'firmbook-wasm';
import { queryOf } from '../api/query-of';
import { reportOf } from '../testing';
import { addressOf, sameQuery, tableOf, withExistingColumns, withinReport } from './report-query';
import type { ReportQuery } from '../api/report';

const { columns } = listDefinition('policies');
const { query } = reportOf('1');
const LARGE = { column: 'deathBenefit', op: 'gte', value: '250000' } as const;

test('queries are equal if they select and show the same data', () => {
  const same = (change: Partial<ReportQuery>) => sameQuery(query, { ...query, ...change });
  expect(same({ searchText: ' ' })).toBe(true);
  expect(same({ customLabels: { carrier: 'of a column that is not shown' } })).toBe(true);
  expect(sameQuery({ ...query, filter: [LARGE] }, { ...query, filter: [{ ...LARGE, value: 250000 }] })).toBe(
    true,
  );
  expect(same({ customLabels: { status: 'State' } })).toBe(false);
  expect(same({ selectColumns: ['status', 'policyNumber', 'deathBenefit'] })).toBe(false);
  expect(same({ sort: [] })).toBe(false);
  expect(same({ filter: [] })).toBe(false);
});

test('stores a complete query', () => {
  expect(queryOf({ selectColumns: ['status'], searchText: '' })).toEqual({
    customLabels: {},
    selectColumns: ['status'],
    filter: [],
    sort: [],
    searchText: null,
  });
});

test('drops columns and operators the list no longer has', () => {
  const broken: ReportQuery = {
    ...query,
    selectColumns: ['shoeSize', 'status'],
    filter: [
      LARGE,
      { column: 'shoeSize', op: 'gte', value: 43 },
      { any: [LARGE, { column: 'x', op: 'eq' }] },
    ],
    sort: [{ column: 'shoeSize', direction: 'asc' }],
  };
  expect(withExistingColumns(broken, columns)).toEqual({
    ...query,
    selectColumns: ['status'],
    filter: [LARGE],
    sort: [],
  });
  expect(withExistingColumns({ ...query, selectColumns: ['shoeSize'] }, columns).selectColumns).toContain(
    'policyNumber',
  );
});

test('the URL contains the whole query', () => {
  const at = (one: ReportQuery) => addressOf(one, new URLSearchParams('panel=changes&q=old'));
  expect(at(query)).toBe(
    '?f=status:in:InForce&s=-deathBenefit&c=policyNumber,status,deathBenefit&panel=changes',
  );
  expect(at({ ...query, filter: [], sort: [], searchText: 'lee' })).toBe(
    '?q=lee&s=&c=policyNumber,status,deathBenefit&panel=changes',
  );
});

test('the table uses the labels of the report and the widths of the user', () => {
  const labelled = { ...query, customLabels: { status: 'State' } };
  const widths = [{ key: 'status', width: 300, label: 'Older' }];
  expect(tableOf(labelled, widths).columns).toContainEqual({ key: 'status', width: 300, label: 'State' });
});

test('sends the report uuid instead of its filter, unless the query widens the report', () => {
  const report = reportOf('1', { query: { ...query, searchText: 'lee' } });
  const narrowed = { ...query, searchText: 'lee' };
  expect(withinReport(narrowed, report)).toMatchObject({ filter: [], searchText: null, reportUuid: '1' });
  expect(withinReport({ ...narrowed, filter: [...query.filter, LARGE] }, report)).toMatchObject({
    filter: [LARGE],
    reportUuid: '1',
  });
  expect(withinReport({ ...narrowed, filter: [] }, report)).not.toHaveProperty('reportUuid');
  expect(withinReport({ ...narrowed, searchText: 'ann' }, report)).not.toHaveProperty('reportUuid');
  const plain = reportOf('1');
  expect(withinReport({ ...query, searchText: 'ann' }, plain)).toMatchObject({
    searchText: 'ann',
    reportUuid: '1',
  });
  const problem = { code: 'unknown_column', message: 'Gone.', field: 'filter[0].column' };
  expect(withinReport(query, { ...plain, problem })).not.toHaveProperty('reportUuid');
});
