import type { GridColumn } from '../types';
import { moveTo, pinnedCount } from './arrange';

/** Pins a column next to the other pinned ones, or unpins it and moves it after them. */
export function togglePin(columns: readonly GridColumn[], key: string): GridColumn[] {
  const place = columns.findIndex((column) => column.key === key);
  const pinned = pinnedCount(columns);
  const isPinned = place < pinned;
  const changed = columns.map((column, i) => (i === place ? { ...column, isPinned: !isPinned } : column));
  return moveTo(changed, place, isPinned ? pinned - 1 : pinned);
}
