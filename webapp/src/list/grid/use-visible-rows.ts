import { inOwnFrame } from '@/lib/own-frame';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

export interface RowRange {
  first: number;
  /** Exclusive. */
  end: number;
}

/** Rows rendered beyond each edge of the screen. */
const OVERSCAN = 12;
/** The window moves in steps of this many rows, so that not every pixel triggers a render. */
const STEP = 4;
/** Maximum number of rows added in one frame, so that a jump or a tall screen does not block. */
const DRAWN_AT_ONCE = 12;

/** The rows on the screen plus `beyond` rows at each edge. All rows have the same height. */
export function rowsInView(
  scrollTop: number,
  height: number,
  rowHeight: number,
  rowCount: number,
  beyond: number,
): RowRange {
  const first = Math.floor(scrollTop / rowHeight) - beyond;
  const end = Math.ceil((scrollTop + height) / rowHeight) + beyond;
  return {
    first: Math.min(Math.max(0, Math.floor(first / STEP) * STEP), Math.max(0, rowCount - STEP)),
    end: Math.min(rowCount, Math.ceil(end / STEP) * STEP),
  };
}

/** The rows to render in the next frame: first those on the screen, then those beyond it. */
export function drawnNext(drawn: RowRange, screen: RowRange, wanted: RowRange): RowRange {
  let first = Math.max(drawn.first, wanted.first);
  let end = Math.min(drawn.end, wanted.end);
  if (first >= end || end < screen.first || first > screen.end) first = end = screen.first;
  let left = DRAWN_AT_ONCE;
  const take = (rows: number) => {
    const taken = Math.min(left, Math.max(0, rows));
    left -= taken;
    return taken;
  };
  end += take(screen.end - end);
  first -= take(first - screen.first);
  end += take(wanted.end - end);
  first -= take(first - wanted.first);
  return { first, end };
}

/** Tracks the visible rows of a scroller. Sets `data-shifted` while it is scrolled sideways. */
export function useVisibleRows(
  scroller: RefObject<HTMLElement | null>,
  rowHeight: number,
  rowCount: number,
): RowRange {
  const [range, setRange] = useState<RowRange>({ first: 0, end: 0 });
  const drawn = useRef(range);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let giveUp: (() => void) | undefined;
    const show = () => {
      giveUp?.();
      element.toggleAttribute('data-shifted', element.scrollLeft > 0);
      const { scrollTop, clientHeight } = element;
      const screen = rowsInView(scrollTop, clientHeight, rowHeight, rowCount, 0);
      const wanted = rowsInView(scrollTop, clientHeight, rowHeight, rowCount, OVERSCAN);
      const next = drawnNext(drawn.current, screen, wanted);
      if (!isSame(next, wanted)) giveUp = inOwnFrame(show);
      if (isSame(next, drawn.current)) return;
      drawn.current = next;
      setRange(next);
    };
    // Measuring at once would force a layout of the whole page in the same task.
    giveUp = inOwnFrame(show);
    const resized = new ResizeObserver(() => {
      giveUp?.();
      giveUp = inOwnFrame(show);
    });
    resized.observe(element);
    element.addEventListener('scroll', show, { passive: true });
    return () => {
      giveUp?.();
      resized.disconnect();
      element.removeEventListener('scroll', show);
    };
  }, [scroller, rowHeight, rowCount]);
  const end = Math.min(range.end, rowCount);
  return { first: Math.min(range.first, end), end };
}

const isSame = (one: RowRange, other: RowRange) => one.first === other.first && one.end === other.end;
