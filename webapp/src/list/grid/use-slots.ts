import { useState } from 'react';

/** The row that each element shows or last showed; null if that row no longer exists. */
export type Slots = readonly (number | null)[];

/**
 * Assigns elements to rows. A row keeps its element while shown, and afterwards until a new row
 * needs it. Reusing elements keeps scrolling fast. Rows past the end of the list free theirs.
 */
export function share(slots: Slots, rows: readonly number[], rowCount: number): Slots {
  const had = new Set(slots);
  const newcomers = rows.filter((row) => !had.has(row));
  const isIn = (row: number | null) => row !== null && row < rowCount;
  if (newcomers.length === 0 && slots.every((row) => row === null || isIn(row))) return slots;
  const shown = new Set(rows);
  const next = slots.map((row) => {
    if (row !== null && shown.has(row)) return row;
    return newcomers.shift() ?? (isIn(row) ? row : null);
  });
  return [...next, ...newcomers];
}

/** The elements of the rows, reused as rows scroll in and out. */
export function useSlots(rows: readonly number[], rowCount: number): Slots {
  const [slots, setSlots] = useState<Slots>([]);
  const next = share(slots, rows, rowCount);
  if (next !== slots) setSlots(next);
  return next;
}

/** The elements in row order, for `aria-owns`; undefined if the document already has that order. */
export function inOrder(slots: Slots): number[] | undefined {
  const used = slots.flatMap((row, slot) => (row === null ? [] : [{ row, slot }]));
  const sorted = used.toSorted((a, b) => a.row - b.row).map(({ slot }) => slot);
  return sorted.every((slot, i) => slot === used[i]?.slot) ? undefined : sorted;
}
