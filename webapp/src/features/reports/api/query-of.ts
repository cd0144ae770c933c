import type { ListQuery } from 'firmbook-wasm';
import type { ReportQuery } from './report';

/** What a list asks, as a report keeps it. */
export const queryOf = (asked: ListQuery): ReportQuery => ({
  customLabels: asked.customLabels ?? {},
  selectColumns: asked.selectColumns ?? [],
  filter: asked.filter ?? [],
  sort: asked.sort ?? [],
  searchText: asked.searchText || null,
});
