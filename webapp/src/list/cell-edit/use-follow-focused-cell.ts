import { useEffect, useRef, type RefObject } from 'react';
import type { Row } from '../types';
import { rowOf } from '../use-hovered-and-focused';
import { cellIn, cellOf, columnOf, findRowElement, focusCell } from './cells';

interface FollowedGrid {
  scroller: RefObject<HTMLElement | null>;
  rowAt: (index: number) => Row | undefined;
}

/** Maximum number of rows by which a row can move and still be followed. */
const MAX_DISTANCE = 200;

/**
 * Keeps the focus in its row when reloaded rows have another order, for example after an edit in the sorted
 * column. Otherwise the next key would act on the row that took its place.
 */
export function useFollowFocusedCell({ scroller, rowAt }: FollowedGrid): void {
  const lastFocused = useRef<{ cell: HTMLElement; uuid: string } | null>(null);
  useEffect(() => {
    const cell = document.activeElement?.matches('[role="gridcell"]') ? cellOf(document.activeElement) : null;
    const row = cell && scroller.current?.contains(cell) ? rowOf(cell) : null;
    const index = Number(row?.dataset.row ?? -1);
    const uuid = rowAt(index)?.uuid;
    const before = lastFocused.current;
    lastFocused.current = cell && uuid ? { cell, uuid } : null;
    if (!row || !scroller.current || !before || before.cell !== cell || before.uuid === uuid) return;
    const moved = findRowElement(before.uuid, row, rowAt);
    const target = moved && cellIn(moved, columnOf(cell));
    if (target) {
      lastFocused.current = { cell: target, uuid: before.uuid };
      focusCell(target, scroller.current);
      target.scrollIntoView({ block: 'nearest' });
      return;
    }
    const newIndex = nearestRow(before.uuid, index, rowAt);
    if (newIndex === null) return;
    // The row is rendered after scrolling to it.
    lastFocused.current = before;
    scroller.current.scrollTo({ top: newIndex * row.offsetHeight - scroller.current.clientHeight / 2 });
  });
}

function nearestRow(uuid: string, around: number, rowAt: FollowedGrid['rowAt']): number | null {
  for (let by = 1; by <= MAX_DISTANCE; by += 1)
    for (const index of [around - by, around + by])
      if (index >= 0 && rowAt(index)?.uuid === uuid) return index;
  return null;
}
