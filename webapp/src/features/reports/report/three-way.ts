import { conflictsFirst, differenceOf, type Choices, type Difference } from '@/record/three-way';
import { describeFilter } from '@/list/filters/describe-filter';
import type { GridColumn } from '@/list/types';
import type { Report, ReportTerms } from '../api/report';

/** A mergeable field of a report: `show` formats it, `takeTheirs` copies the other user's value. */
interface Field {
  path: string;
  label: string;
  show: (terms: ReportTerms, columns: readonly GridColumn[]) => string;
  takeTheirs: (mine: ReportTerms, theirs: ReportTerms) => ReportTerms;
}

const FIELDS: Field[] = [
  {
    path: 'name',
    label: 'Name',
    show: ({ name }) => name,
    takeTheirs: (mine, { name }) => ({ ...mine, name }),
  },
  {
    path: 'description',
    label: 'Description',
    show: ({ description }) => description ?? '',
    takeTheirs: (mine, { description }) => ({ ...mine, description }),
  },
  {
    path: 'columns',
    label: 'Columns',
    show: ({ query }, columns) => query.selectColumns.map((key) => labelOf(key, columns)).join(', '),
    takeTheirs: (mine, { query: { selectColumns, customLabels } }) => ({
      ...mine,
      query: { ...mine.query, selectColumns, customLabels },
    }),
  },
  {
    path: 'filter',
    label: 'Filters',
    show: ({ query }, columns) => query.filter.map((item) => describeFilter(item, columns)).join('; '),
    takeTheirs: (mine, { query: { filter } }) => ({ ...mine, query: { ...mine.query, filter } }),
  },
  {
    path: 'sort',
    label: 'Order',
    show: ({ query }, columns) =>
      query.sort
        .map(({ column, direction }) => labelOf(column, columns) + (direction === 'desc' ? ' (falling)' : ''))
        .join(', '),
    takeTheirs: (mine, { query: { sort } }) => ({ ...mine, query: { ...mine.query, sort } }),
  },
  {
    path: 'searchText',
    label: 'Search',
    show: ({ query }) => query.searchText ?? '',
    takeTheirs: (mine, { query: { searchText } }) => ({ ...mine, query: { ...mine.query, searchText } }),
  },
];

const labelOf = (key: string, columns: readonly GridColumn[]) =>
  columns.find((column) => column.key === key)?.label ?? key;

/**
 * Returns the fields that another user changed since `base`, unless the local value is the same.
 * Conflicts come first. `columns` has all columns of the list.
 */
export function differences(
  columns: readonly GridColumn[],
  base: Report,
  mine: ReportTerms,
  theirs: Report,
): Difference[] {
  const found = FIELDS.flatMap(({ path, label, show }) => {
    const shown = (terms: ReportTerms) => show(terms, labelled(columns, terms.query.customLabels));
    return differenceOf(path, label, [shown(base), shown(mine), shown(theirs)]);
  });
  return conflictsFirst(found);
}

/** Returns the local values, with the other user's values where chosen. */
export const merge = (mine: ReportTerms, theirs: ReportTerms, choices: Choices): ReportTerms =>
  FIELDS.reduce(
    (next, { path, takeTheirs }) => (choices[path] === 'theirs' ? takeTheirs(next, theirs) : next),
    mine,
  );

/** Returns the columns with the labels of a report. */
const labelled = (columns: readonly GridColumn[], labels: Record<string, string>): GridColumn[] =>
  columns.map((column) => ({ ...column, label: labels[column.key] ?? column.defaultLabel }));
