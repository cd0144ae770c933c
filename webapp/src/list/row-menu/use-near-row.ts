import { useEffect, useState, type RefObject } from 'react';

/** Marks the menu of a row. While it has the focus, its row counts as focused. */
export const IN_ROW_MENU = { 'data-row-menu': true } as const;

/** Returns the row that an event came from. */
export const rowOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[role="row"][data-row]') : null;

const hoveredRow = () => document.querySelector<HTMLElement>('[role="row"][data-row]:hover');

/** Returns the element of the row under the mouse, else of the row with the focus. */
export function useNearRow(scroller: RefObject<HTMLElement | null>): HTMLElement | null {
  const [hovered, setHovered] = useState(hoveredRow);
  const [focused, setFocused] = useState(() => rowOf(document.activeElement));
  useEffect(() => {
    const grid = scroller.current;
    if (!grid) return;
    const onOver = ({ target }: PointerEvent) => setHovered(rowOf(target));
    const onLeave = () => setHovered(null);
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.closest('[data-row-menu]')) return;
      const row = rowOf(target);
      setFocused(grid.contains(row) ? row : null);
    };
    grid.addEventListener('pointerover', onOver);
    grid.addEventListener('pointerleave', onLeave);
    document.addEventListener('focusin', onFocus);
    return () => {
      grid.removeEventListener('pointerover', onOver);
      grid.removeEventListener('pointerleave', onLeave);
      document.removeEventListener('focusin', onFocus);
    };
  }, [scroller]);
  return hovered ?? focused;
}
