import type { GridColumn } from '../types';
import { moveTo, pinnedCount } from './arrange';

/** Pins a column next to the other pinned ones, or unpins it and moves it after them. */
export function togglePin(columns: readonly GridColumn[], key: string): GridColumn[] {
  const index = columns.findIndex((column) => column.key === key);
  const pinned = pinnedCount(columns);
  const isPinned = index < pinned;
  const changed = columns.map((column, i) => (i === index ? { ...column, isPinned: !isPinned } : column));
  return moveTo(changed, index, isPinned ? pinned - 1 : pinned);
}
