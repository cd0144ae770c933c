import type { ColumnDescriptor, ListName, ListQuery } from 'firmbook-wasm';

/** What one cell holds on the wire: money and dates as text. */
export type Cell = string | number | boolean | null | undefined;

export interface Row {
  uuid: string;
  [column: string]: Cell;
}

export interface RowPage {
  items: Row[];
  totalRecords: number;
  cursor: string | null;
}

export type RowTotals = Record<string, string | number>;

/** The calls behind a list. */
export interface ListApi {
  search: (query: ListQuery, signal: AbortSignal) => Promise<RowPage>;
  totals?: (query: ListQuery, signal: AbortSignal) => Promise<RowTotals>;
  exportCsv?: (query: ListQuery, signal: AbortSignal) => Promise<Response>;
}

/** Which list of which calls: names its data in the query cache. */
export interface ListSource {
  list: ListName;
  /** First part of every cache key of this list. */
  key: readonly string[];
  api: ListApi;
}

/** A column as this user sees it. */
export interface GridColumn extends ColumnDescriptor {
  label: string;
  width: number;
}
