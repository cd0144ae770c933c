import { useEffect, useState, type RefObject } from 'react';

/** Marks the menu of a row. While it has the focus, its row counts as focused. */
export const IN_ROW_MENU = { 'data-row-menu': true } as const;

/** Returns the row that an event came from. */
export const rowOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[role="row"][data-row]') : null;

const hoveredElement = () => [...document.querySelectorAll(':hover')].at(-1) ?? null;

/**
 * Returns the hovered and the focused element of a grid. `find` maps an event target to such an element, for
 * example a row.
 */
export function useHoveredAndFocused(
  scroller: RefObject<HTMLElement | null>,
  find: (target: EventTarget | null) => HTMLElement | null,
) {
  const [hovered, setHovered] = useState(() => find(hoveredElement()));
  const [focused, setFocused] = useState(() => find(document.activeElement));
  useEffect(() => {
    const grid = scroller.current;
    if (!grid) return;
    const onOver = ({ target }: PointerEvent) => setHovered(find(target));
    const onLeave = () => setHovered(null);
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.closest('[data-row-menu]')) return;
      const element = find(target);
      setFocused(grid.contains(element) ? element : null);
    };
    grid.addEventListener('pointerover', onOver);
    grid.addEventListener('pointerleave', onLeave);
    document.addEventListener('focusin', onFocus);
    return () => {
      grid.removeEventListener('pointerover', onOver);
      grid.removeEventListener('pointerleave', onLeave);
      document.removeEventListener('focusin', onFocus);
    };
  }, [scroller, find]);
  return { hovered, focused };
}
