import { useLayoutEffect, useState, type RefObject } from 'react';

export interface RowRange {
  first: number;
  /** One past the last row. */
  end: number;
}

/** Rows beyond the edges of the screen that exist already. */
const OVERSCAN = 12;
/** The window moves by this many rows at once, so that not every pixel renders. */
const STEP = 4;

/** The rows that a scroller shows, rows being all of one height. */
export function rowsInView(scrollTop: number, height: number, rowHeight: number, rowCount: number): RowRange {
  const first = Math.floor(scrollTop / rowHeight) - OVERSCAN;
  const end = Math.ceil((scrollTop + height) / rowHeight) + OVERSCAN;
  return {
    first: Math.min(Math.max(0, Math.floor(first / STEP) * STEP), Math.max(0, rowCount - STEP)),
    end: Math.min(rowCount, Math.ceil(end / STEP) * STEP),
  };
}

/** Follows the scroller; renders again only when other rows come into view. Marks a scroller whose left is out of sight. */
export function useVisibleRows(
  scroller: RefObject<HTMLElement | null>,
  rowHeight: number,
  rowCount: number,
): RowRange {
  const [range, setRange] = useState<RowRange>({ first: 0, end: Math.min(rowCount, 3 * OVERSCAN) });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () => {
      element.toggleAttribute('data-shifted', element.scrollLeft > 0);
      const next = rowsInView(element.scrollTop, element.clientHeight, rowHeight, rowCount);
      setRange((old) => (old.first === next.first && old.end === next.end ? old : next));
    };
    look();
    const resized = new ResizeObserver(look);
    resized.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller, rowHeight, rowCount]);
  return range;
}
