import { useState } from 'react';

/** The row that an element shows, by the element's number; none for one that waits for a row. */
export type Slots = readonly (number | null)[];

/**
 * Shares elements among rows as they come into view and leave it: a row keeps its element while it is shown, and leaves
 * it to a newcomer. Making elements anew is what makes scrolling slow.
 */
export function share(slots: Slots, rows: readonly number[]): Slots {
  const shown = new Set(rows);
  const kept = slots.map((row) => (row !== null && shown.delete(row) ? row : null));
  const newcomers = [...shown];
  if (newcomers.length === 0 && kept.every((row, slot) => row === slots[slot])) return slots;
  const next = kept.map((row) => row ?? newcomers.shift() ?? null);
  return [...next, ...newcomers];
}

/** The elements of the rows; they stay while rows come and go. */
export function useSlots(rows: readonly number[]): Slots {
  const [slots, setSlots] = useState<Slots>([]);
  const next = share(slots, rows);
  if (next !== slots) setSlots(next);
  return next;
}

/** The elements in the order of their rows, for assistive technology; none where the document has that order. */
export function inOrder(slots: Slots): number[] | undefined {
  const used = slots.flatMap((row, slot) => (row === null ? [] : [{ row, slot }]));
  const sorted = used.toSorted((a, b) => a.row - b.row).map(({ slot }) => slot);
  return sorted.every((slot, i) => slot === used[i]?.slot) ? undefined : sorted;
}
