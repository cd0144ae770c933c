import { useState } from 'react';

/** The row that an element shows, or showed last, by the element's number; none where the list has become shorter. */
export type Slots = readonly (number | null)[];

/**
 * Shares elements among rows as they come into view and leave it: a row keeps its element while it is shown, and until a
 * newcomer takes it. Making elements anew is what makes scrolling slow. Rows that the list has no more leave theirs.
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

/** The elements of the rows; they stay while rows come and go. */
export function useSlots(rows: readonly number[], rowCount: number): Slots {
  const [slots, setSlots] = useState<Slots>([]);
  const next = share(slots, rows, rowCount);
  if (next !== slots) setSlots(next);
  return next;
}

/** The elements in the order of their rows, for assistive technology; none where the document has that order. */
export function inOrder(slots: Slots): number[] | undefined {
  const used = slots.flatMap((row, slot) => (row === null ? [] : [{ row, slot }]));
  const sorted = used.toSorted((a, b) => a.row - b.row).map(({ slot }) => slot);
  return sorted.every((slot, i) => slot === used[i]?.slot) ? undefined : sorted;
}
