import { listDefinition } from 'firmbook-wasm';
import { reportOf } from '../testing';
import { differences, merge } from './three-way';
import type { ReportTerms } from '../api/report';

const columns = listDefinition('policies').columns.map((column) =>
  Object.assign(column, { label: column.defaultLabel, width: 0 }),
);
const base = reportOf('1', { name: 'Lapsing' });
const LARGE = { column: 'deathBenefit', op: 'gte', value: '250000' } as const;

test('compares formatted values', () => {
  const mine: ReportTerms = { ...base, query: { ...base.query, filter: [...base.query.filter, LARGE] } };
  const theirs = reportOf('1', {
    name: 'Lapsing soon',
    query: { ...base.query, filter: [], customLabels: { status: 'State' } },
  });
  expect(differences(columns, base, mine, theirs)).toEqual([
    {
      path: 'filter',
      label: 'Filters',
      base: 'Status is In Force',
      mine: 'Status is In Force; Death Benefit ≥ $250,000',
      theirs: '',
      isConflict: true,
    },
    {
      path: 'name',
      label: 'Name',
      base: 'Lapsing',
      mine: 'Lapsing',
      theirs: 'Lapsing soon',
      isConflict: false,
    },
    expect.objectContaining({
      path: 'columns',
      theirs: 'Policy Number, State, Death Benefit',
      isConflict: false,
    }),
  ]);
});

test('replaces only the values chosen from the other user', () => {
  const mine: ReportTerms = {
    ...base,
    query: { ...base.query, searchText: 'lee', sort: [{ column: 'status', direction: 'asc' }] },
  };
  const theirs = reportOf('1', { name: 'Theirs', query: { ...base.query, sort: [], filter: [] } });
  const next = merge(mine, theirs, { name: 'theirs', filter: 'theirs', sort: 'mine' });
  expect(next).toMatchObject({ name: 'Theirs' });
  expect(next.query).toEqual({ ...mine.query, filter: [] });
});
