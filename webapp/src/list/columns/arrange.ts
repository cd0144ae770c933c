import type { GridColumn } from '../types';

export function moveBy(columns: readonly GridColumn[], key: string, by: number): GridColumn[] {
  const from = columns.findIndex((column) => column.key === key);
  const to = Math.min(columns.length - 1, Math.max(0, from + by));
  return moveTo(columns, from, to);
}

/** Moves a column to the position of another one. */
export function moveBefore(columns: readonly GridColumn[], key: string, before: string): GridColumn[] {
  const indexOf = (target: string) => columns.findIndex((column) => column.key === target);
  return moveTo(columns, indexOf(key), indexOf(before));
}

/** Moves a column from one position to another. */
export function moveTo(columns: readonly GridColumn[], from: number, to: number): GridColumn[] {
  const moved = columns[from];
  if (!moved || to < 0) return [...columns];
  return columns.toSpliced(from, 1).toSpliced(to, 0, moved);
}

export const resize = (columns: readonly GridColumn[], key: string, width: number): GridColumn[] =>
  columns.map((column) => (column.key === key ? { ...column, width } : column));

/** Returns the number of pinned columns at the start. The first column is always one of them. */
export function pinnedCount(columns: readonly GridColumn[]): number {
  const firstUnpinned = columns.findIndex((column, index) => index > 0 && !column.isPinned);
  return firstUnpinned < 0 ? columns.length : firstUnpinned;
}
