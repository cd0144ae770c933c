import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

export interface RowRange {
  first: number;
  /** One past the last row. */
  end: number;
}

/** Rows beyond the edges of the screen that exist already. */
const OVERSCAN = 12;
/** The window moves by this many rows at once, so that not every pixel renders. */
const STEP = 4;
/** So many rows at most get elements in one frame: a very tall screen fills without holding anything up. */
const GROWTH = 40;

/** The rows that a scroller shows and `beyond` at each edge, rows being all of one height. */
export function rowsInView(
  scrollTop: number,
  height: number,
  rowHeight: number,
  rowCount: number,
  beyond = OVERSCAN,
): RowRange {
  const first = Math.floor(scrollTop / rowHeight) - beyond;
  const end = Math.ceil((scrollTop + height) / rowHeight) + beyond;
  return {
    first: Math.min(Math.max(0, Math.floor(first / STEP) * STEP), Math.max(0, rowCount - STEP)),
    end: Math.min(rowCount, Math.ceil(end / STEP) * STEP),
  };
}

/**
 * Follows the scroller; renders again only when other rows come into view. Marks a scroller whose left is out of sight.
 * While whole screens fly by, only what is on the screen is rendered: the next one has nothing of it.
 */
export function useVisibleRows(
  scroller: RefObject<HTMLElement | null>,
  rowHeight: number,
  rowCount: number,
): RowRange {
  const [range, setRange] = useState<RowRange>({ first: 0, end: Math.min(rowCount, 3 * OVERSCAN) });
  const most = useRef(3 * OVERSCAN);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let lastTop = element.scrollTop;
    let growing = 0;
    const show = (beyond: number) => {
      element.toggleAttribute('data-shifted', element.scrollLeft > 0);
      const { scrollTop, clientHeight } = element;
      const { first, end: last } = rowsInView(scrollTop, clientHeight, rowHeight, rowCount, beyond);
      const end = Math.min(last, first + most.current + GROWTH);
      most.current = Math.max(most.current, end - first);
      setRange((old) => (old.first === first && old.end === end ? old : { first, end }));
      cancelAnimationFrame(growing);
      if (end < last) growing = requestAnimationFrame(() => show(beyond));
    };
    const rest = () => show(OVERSCAN);
    const scroll = () => {
      const isFlying = Math.abs(element.scrollTop - lastTop) > element.clientHeight;
      lastTop = element.scrollTop;
      show(isFlying ? 0 : OVERSCAN);
    };
    rest();
    const resized = new ResizeObserver(rest);
    resized.observe(element);
    element.addEventListener('scroll', scroll, { passive: true });
    element.addEventListener('scrollend', rest);
    return () => {
      cancelAnimationFrame(growing);
      resized.disconnect();
      element.removeEventListener('scroll', scroll);
      element.removeEventListener('scrollend', rest);
    };
  }, [scroller, rowHeight, rowCount]);
  return range;
}
