import type { ListQuery } from 'firmbook-wasm';
import type { ReportQuery } from './report';

/** Converts the query of a list to the query of a report. */
export const queryOf = (query: ListQuery): ReportQuery => ({
  customLabels: query.customLabels ?? {},
  selectColumns: query.selectColumns ?? [],
  filter: query.filter ?? [],
  sort: query.sort ?? [],
  searchText: query.searchText || null,
});
