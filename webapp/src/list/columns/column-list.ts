import type { GridColumn } from '../types';

/** Returns the shown columns in their order, then the hidden ones by label. */
export function shownFirst(all: readonly GridColumn[], shown: readonly GridColumn[]): GridColumn[] {
  const keys = new Set(shown.map((column) => column.key));
  const hidden = all.filter((column) => !keys.has(column.key));
  return [...shown, ...hidden.toSorted((a, b) => a.label.localeCompare(b.label))];
}

/** Renames a column. An empty label restores the default. */
export const rename = (columns: readonly GridColumn[], key: string, label: string): GridColumn[] =>
  columns.map((column) =>
    column.key === key ? { ...column, label: label.trim() || column.defaultLabel } : column,
  );
