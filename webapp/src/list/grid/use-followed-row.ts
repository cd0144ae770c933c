import { useEffect, useRef, type RefObject } from 'react';
import type { Row } from '../types';
import type { Position } from './position';

interface FollowedGrid {
  scroller: RefObject<HTMLElement | null>;
  active: Position;
  questionKey: string;
  /** The rows belong to the previous query. */
  isOld: boolean;
  rowAt: (index: number) => Row | undefined;
}

/** Maximum number of rows by which a row can move and still be followed. */
const NEAR = 200;

/**
 * Keeps the focus in its row when reloaded rows have another order, for example after a change in the sorted
 * column. Otherwise the next key would act on the row that took its place.
 */
export function useFollowedRow(grid: FollowedGrid, goTo: (position: Position) => void): void {
  const { scroller, active, questionKey, isOld, rowAt } = grid;
  const known = useRef<{ row: number; uuid: string; questionKey: string } | null>(null);
  useEffect(() => {
    if (isOld) known.current = null;
    const uuid = isOld || active.row < 0 ? undefined : rowAt(active.row)?.uuid;
    if (!uuid) return;
    const before = known.current;
    known.current = { row: active.row, uuid, questionKey };
    const isReordered =
      before?.row === active.row && before.questionKey === questionKey && before.uuid !== uuid;
    if (!isReordered || !isCell(document.activeElement, scroller.current)) return;
    const row = nearestRow(before.uuid, active.row, rowAt);
    if (row === null) return;
    known.current = { ...before, row };
    goTo({ row, column: active.column });
  });
}

const isCell = (element: Element | null, scroller: HTMLElement | null) =>
  element !== null && scroller?.contains(element) === true && element.matches('[role="gridcell"]');

function nearestRow(uuid: string, around: number, rowAt: FollowedGrid['rowAt']): number | null {
  for (let by = 1; by <= NEAR; by += 1)
    for (const index of [around - by, around + by])
      if (index >= 0 && rowAt(index)?.uuid === uuid) return index;
  return null;
}
