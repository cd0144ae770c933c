import type { GridColumn } from '../types';

/** Returns the shown columns in their order, then the hidden ones by label. */
export function arrange(all: readonly GridColumn[], shown: readonly GridColumn[]): GridColumn[] {
  const keys = new Set(shown.map((column) => column.key));
  const hidden = all.filter((column) => !keys.has(column.key));
  return [...shown, ...hidden.toSorted((a, b) => a.label.localeCompare(b.label))];
}

export function moveBy(columns: readonly GridColumn[], key: string, by: number): GridColumn[] {
  const from = columns.findIndex((column) => column.key === key);
  const to = Math.min(columns.length - 1, Math.max(0, from + by));
  return moveTo(columns, from, to);
}

/** Moves a column to the position of another one. */
export function moveBefore(columns: readonly GridColumn[], key: string, before: string): GridColumn[] {
  const place = (wanted: string) => columns.findIndex((column) => column.key === wanted);
  return moveTo(columns, place(key), place(before));
}

function moveTo(columns: readonly GridColumn[], from: number, to: number): GridColumn[] {
  const moved = columns[from];
  if (!moved || to < 0) return [...columns];
  return columns.toSpliced(from, 1).toSpliced(to, 0, moved);
}

/** Renames a column. An empty label restores the default. */
export const rename = (columns: readonly GridColumn[], key: string, label: string): GridColumn[] =>
  columns.map((column) =>
    column.key === key ? { ...column, label: label.trim() || column.defaultLabel } : column,
  );

export const resize = (columns: readonly GridColumn[], key: string, width: number): GridColumn[] =>
  columns.map((column) => (column.key === key ? { ...column, width } : column));

/** Returns the number of pinned columns at the start. The first column is always one of them. */
export function pinnedCount(columns: readonly GridColumn[]): number {
  const free = columns.findIndex((column, place) => place > 0 && !column.isPinned);
  return free < 0 ? columns.length : free;
}

/** Pins a column next to the other pinned ones, or unpins it and moves it after them. */
export function togglePin(columns: readonly GridColumn[], key: string): GridColumn[] {
  const place = columns.findIndex((column) => column.key === key);
  const pinned = pinnedCount(columns);
  const isPinned = place < pinned;
  const changed = columns.map((column, i) => (i === place ? { ...column, isPinned: !isPinned } : column));
  return moveTo(changed, place, isPinned ? pinned - 1 : pinned);
}
