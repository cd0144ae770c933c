import type { ListQuery } from 'firmbook-wasm';
import type { ReportQuery } from './report';

/** Converts the query of a list to the query of a report. */
export const queryOf = (asked: ListQuery): ReportQuery => ({
  customLabels: asked.customLabels ?? {},
  selectColumns: asked.selectColumns ?? [],
  filter: asked.filter ?? [],
  sort: asked.sort ?? [],
  searchText: asked.searchText || null,
});
