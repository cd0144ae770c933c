import { scrollToCell } from '../grid/scroll-to-cell';
import type { Row } from '../types';
import { rowOf } from '../use-hovered-and-focused';

/** Marks an element that is rendered over the cell of a column. */
export const overlayAttributes = (column: number) => ({ 'data-over-column': column });

/** Returns the cell that an event came from, or the cell below an element marked with `overColumn`. */
export function cellOf(target: EventTarget | null): HTMLElement | null {
  const part =
    target instanceof Element
      ? target.closest<HTMLElement>('[data-row] [data-column], [data-over-column]')
      : null;
  const column = part?.dataset.overColumn;
  return column === undefined ? part : cellIn(rowOf(part), Number(column));
}

export const columnOf = (cell: HTMLElement) => Number(cell.dataset.column);

export const cellIn = (row: HTMLElement | null, column: number) =>
  row?.querySelector<HTMLElement>(`[data-column="${column}"]`) ?? null;

/** Focuses a cell and scrolls its column into view. */
export function focusCell(cell: HTMLElement, scroller: HTMLElement): void {
  scrollToCell(scroller, { row: NO_ROW, column: columnOf(cell) }, 0, 0);
  cell.focus({ preventScroll: true });
}

/** Passed instead of a row, because the row is already on the screen. */
const NO_ROW = -1;

/** Returns the row element that shows a record. This is no longer `last` if reloading moved the record. */
export function findRowElement(
  uuid: string,
  last: HTMLElement,
  rowAt: (index: number) => Row | undefined,
): HTMLElement | null {
  const shows = (element: Element): element is HTMLElement =>
    element instanceof HTMLElement && rowAt(Number(element.dataset.row))?.uuid === uuid;
  if (last.isConnected && shows(last)) return last;
  return [...(last.parentElement?.children ?? [])].find(shows) ?? null;
}
