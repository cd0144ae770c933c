import { conditionsOf, formatItem } from '@/list/state/filter-text';
import { formatListUrl } from '@/list/state/list-url';
import { narrowToType } from 'firmbook-later';
import type { ColumnDescriptor, FilterItem, ListQuery, TableColumn, TableState } from 'firmbook-wasm';
import type { Report, ReportQuery } from '../api/report';

/** Returns whether two queries select and show the same data. */
export const sameQuery = (a: ReportQuery, b: ReportQuery) => asText(a) === asText(b);

const asText = ({ customLabels, selectColumns, filter, sort, searchText }: ReportQuery) =>
  JSON.stringify([
    selectColumns.map((key) => [key, customLabels[key] ?? null]),
    filter.map(formatItem),
    sort.map(({ column, direction }) => [column, direction]),
    searchText?.trim() || null,
  ]);

/** Drops columns, filters and sorts of a report that its list no longer supports. */
export function withExistingColumns(query: ReportQuery, columns: readonly ColumnDescriptor[]): ReportQuery {
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const isSupported = (item: FilterItem) =>
    conditionsOf(item).every(({ column, op }) => byKey.get(column)?.operators.includes(op));
  const shown = query.selectColumns.filter((key) => byKey.has(key));
  return {
    ...query,
    selectColumns: shown.length ? shown : columns.filter(({ isDefault }) => isDefault).map(({ key }) => key),
    filter: query.filter.filter(isSupported),
    sort: query.sort.filter(({ column }) => byKey.get(column)?.canSort),
  };
}

/**
 * Returns the query for the rows of an open report. If `listQuery` only narrows the report, sends the
 * report's uuid instead of its filter. Otherwise sends the full query, limited to the report's
 * type.
 */
export function withinReport(listQuery: ListQuery, { uuid, query, problem, reportType }: Report): ListQuery {
  const { filter = [], searchText = null } = listQuery;
  const theirs = new Set(query.filter.map(formatItem));
  const more = filter.filter((item) => !theirs.delete(formatItem(item)));
  const isSameSearch = (query.searchText ?? '') === (searchText ?? '');
  if (problem || theirs.size > 0 || (query.searchText && !isSameSearch))
    return { ...listQuery, filter: narrowToType({ filter }, reportType).filter ?? filter };
  return { ...listQuery, filter: more, searchText: isSameSearch ? null : searchText, reportUuid: uuid };
}

/** Returns the query string of a list with this query, keeping unrelated parameters of `current`. */
export const addressOf = (query: ReportQuery, current: URLSearchParams) =>
  formatListUrl(
    {
      search: query.searchText ?? '',
      filter: query.filter,
      sort: query.sort,
      columns: query.selectColumns,
    },
    current,
  );

/** Returns the table state of a report: its columns and labels, with the user's widths. */
export function tableOf(query: ReportQuery, widths: readonly TableColumn[] = []): TableState {
  const widthOf = (key: string) => widths.find((column) => column.key === key)?.width ?? null;
  return {
    columns: query.selectColumns.map((key) => ({
      key,
      width: widthOf(key),
      label: query.customLabels[key] ?? null,
    })),
    sort: query.sort,
  };
}
