import { inOwnFrame } from '@/lib/own-frame';
import { useLayoutEffect, useReducer, useRef } from 'react';
import type { Row } from '../types';

/** Maximum number of rows filled with values in one frame, so that a full screen does not block. */
const FILLED_AT_ONCE = 12;

/**
 * Returns the rows that are still rendered without values. Loaded rows are filled a few per frame,
 * starting in the middle of the screen. A row that scrolls into view already loaded is filled at
 * once. A row that is not shown keeps its state.
 */
export function stillEmpty(
  before: ReadonlySet<number>,
  rows: readonly number[],
  shown: readonly number[],
  hasValues: (row: number) => boolean,
): ReadonlySet<number> {
  const middle = shown[Math.floor(shown.length / 2)] ?? 0;
  const turns = shown
    .filter((row) => before.has(row) && hasValues(row))
    .toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
    .slice(0, FILLED_AT_ONCE);
  const filled = new Set(turns);
  return new Set(rows.filter((row) => !filled.has(row) && (before.has(row) || !hasValues(row))));
}

/** Like `rowAt`, but fills newly loaded rows a few per frame. */
export function useFilledRows(
  rows: readonly number[],
  shown: readonly number[],
  rowAt: (index: number) => Row | undefined,
): (index: number) => Row | undefined {
  const before = useRef<ReadonlySet<number>>(new Set());
  const [, again] = useReducer((turn: number) => turn + 1, 0);
  // oxlint-disable-next-line react/refs -- reads the last committed render; written in a layout effect
  const empty = stillEmpty(before.current, rows, shown, (row) => rowAt(row) !== undefined);
  useLayoutEffect(() => {
    before.current = empty;
    if (!shown.some((row) => empty.has(row) && rowAt(row) !== undefined)) return;
    return inOwnFrame(again);
  }, [empty, shown, rowAt]);
  return (index) => (empty.has(index) ? undefined : rowAt(index));
}
