import type { Position } from './position';

/** Scrolls a cell into view, clear of the sticky header and the pinned columns. */
export function scrollToCell(
  scroller: HTMLElement,
  { row, column }: Position,
  headHeight: number,
  rowHeight: number,
): void {
  if (row >= 0) {
    const top = row * rowHeight;
    const visibleHeight = scroller.clientHeight - headHeight - rowHeight;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top > scroller.scrollTop + visibleHeight) scroller.scrollTop = top - visibleHeight;
  }
  const header = scroller.querySelector<HTMLElement>(`[role="columnheader"][data-column="${column}"]`);
  if (!header || column <= 1) {
    if (column <= 1) scroller.scrollLeft = 0;
    return;
  }
  if (isSticky(header)) return;
  const headers = [...scroller.querySelectorAll<HTMLElement>('[role="columnheader"]')];
  const stickyWidth = headers.filter(isSticky).reduce((width, { offsetWidth }) => width + offsetWidth, 0);
  const left = columnLeft(scroller, column);
  if (left - stickyWidth < scroller.scrollLeft) scroller.scrollLeft = left - stickyWidth;
  else if (left + header.offsetWidth > scroller.scrollLeft + scroller.clientWidth)
    scroller.scrollLeft = left + header.offsetWidth - scroller.clientWidth;
}

const isSticky = (cell: HTMLElement) => getComputedStyle(cell).position === 'sticky';

function columnLeft(scroller: HTMLElement, column: number): number {
  let left = 0;
  for (let i = 0; i < column; i++)
    left +=
      scroller.querySelector<HTMLElement>(`[role="columnheader"][data-column="${i}"]`)?.offsetWidth ?? 0;
  return left;
}
