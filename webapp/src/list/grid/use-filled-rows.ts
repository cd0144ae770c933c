import { inOwnFrame } from '@/lib/own-frame';
import { useLayoutEffect, useReducer, useRef } from 'react';
import type { Row } from '../types';

/** So many rows at most get their values in one frame: an answer for a whole screen holds nothing up. */
const FILLED_AT_ONCE = 12;

/**
 * The rows that are drawn without values, after those that were: a row that waited gets them when its turn comes, those
 * in the middle of what is shown first. A row that comes into view with its values waits for nothing, and one that is
 * not shown for as long as that lasts.
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

/** What each row shows now: its values, or none yet. */
export function useFilledRows(
  rows: readonly number[],
  shown: readonly number[],
  rowAt: (index: number) => Row | undefined,
): (index: number) => Row | undefined {
  const before = useRef<ReadonlySet<number>>(new Set());
  const [, again] = useReducer((turn: number) => turn + 1, 0);
  // oxlint-disable-next-line react/refs -- what was drawn last is what waits; it is written when it is on the screen
  const empty = stillEmpty(before.current, rows, shown, (row) => rowAt(row) !== undefined);
  useLayoutEffect(() => {
    before.current = empty;
    if (!shown.some((row) => empty.has(row) && rowAt(row) !== undefined)) return;
    return inOwnFrame(again);
  }, [empty, shown, rowAt]);
  return (index) => (empty.has(index) ? undefined : rowAt(index));
}
