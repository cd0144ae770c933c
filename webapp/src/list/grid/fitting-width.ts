import type { GridColumn } from '../types';

/** Returns the width that fits the rendered cells of a column. */
export function fittingWidth(
  scroller: HTMLElement | null,
  columns: readonly GridColumn[],
  key: string,
): number {
  const columnIndex = columns.findIndex((column) => column.key === key) + 1;
  const cells = scroller?.querySelectorAll<HTMLElement>(`[data-column="${columnIndex}"]`) ?? [];
  const range = document.createRange();
  let widest = 0;
  for (const cell of cells) {
    range.selectNodeContents(cell);
    const inset = cell.getAttribute('role') === 'columnheader' ? 32 : 20;
    widest = Math.max(widest, range.getBoundingClientRect().width + inset);
  }
  return Math.max(64, Math.min(640, Math.ceil(widest)));
}
