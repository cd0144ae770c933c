import type { Schemas } from '@/lib/api';
import type { ColumnDescriptor, ExportFormat, ListName, ListQuery } from 'firmbook-wasm';
import type { ComponentType, RefObject } from 'react';

export type RowPage = Schemas['ListPage'];

export type Row = RowPage['items'][number];

/** JSON value of a cell. Money and dates are strings. */
export type Cell = Row[string] | undefined;

/** Totals by column. */
export type RowTotals = Record<string, string | number>;

/** API calls of a list. */
interface ListApi {
  /** Loads the columns visible to the user. Undefined if all users see all columns. */
  columns?: (signal: AbortSignal) => Promise<Schemas['ColumnDescriptor'][]>;
  search: (query: ListQuery, signal: AbortSignal) => Promise<RowPage>;
  totals?: (query: ListQuery, signal: AbortSignal) => Promise<RowTotals>;
  exportRows?: (query: ListQuery, format: ExportFormat, signal: AbortSignal) => Promise<Response>;
}

/** A list and its API calls. */
export interface ListSource {
  list: ListName;
  /** Prefix of all query keys of this list. */
  key: readonly string[];
  api: ListApi;
}

/** A column with the user's label and width. */
export interface GridColumn extends ColumnDescriptor {
  label: string;
  /** Whether the default label comes from a shared report. An export does not know such labels. */
  isRenamed?: boolean;
  width: number;
  isPinned?: boolean;
  /** Shown only while the list is sorted or filtered by it. Not part of the saved table. */
  isTemporary?: boolean;
}

/** Access to the rows of a grid, for lazily loaded parts. */
interface GridRows {
  scroller: RefObject<HTMLElement | null>;
  rowAt: (index: number) => Row | undefined;
  /** Returns undefined for a row that cannot be opened. It has no menu, and its cells cannot be edited. */
  rowPath: (row: Row) => string | undefined;
}

/** Props for the row menu. */
export interface RowMenuProps extends GridRows {
  onOpen: (row: Row) => void;
}

/** Props for the cell editor. */
export interface CellEditProps extends GridRows {
  columns: readonly GridColumn[];
}

export type LoadRowMenu = () => Promise<{ RowMenu: ComponentType<RowMenuProps> }>;

export type LoadCellEdit = () => Promise<{ CellEdit: ComponentType<CellEditProps> }>;
