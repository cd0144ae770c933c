import { useEffect, useEffectEvent, useState } from 'react';
import type { Row, RowMenuProps } from '../types';
import { rowOf } from '../use-hovered-and-focused';
import { focusCell } from './focus-cell';

/** A row whose menu is open, with the position of the menu. */
interface OpenRow {
  row: Row;
  path: string;
  element: HTMLElement;
  /** Viewport coordinates of the menu. */
  left: number;
  top: number;
}

/** Tracks the row whose menu is open. A right click and the menu key open it. */
export function useOpenRow({ scroller, rowAt, rowPath }: RowMenuProps) {
  const [opened, setOpened] = useState(false);
  const [menu, setMenu] = useState<OpenRow | null>(null);

  const find = (element: HTMLElement | null) => {
    const row = element ? rowAt(Number(element.dataset.row)) : undefined;
    const path = row && rowPath(row);
    return element && path ? { row, path, element } : null;
  };
  const open = (event: Event, left: number, top: number) => {
    const found = find(rowOf(event.target));
    if (!found) return;
    event.preventDefault();
    // When the menu closes, it returns the focus to the cell. The button may be in another row by then.
    focusCell(found.element);
    setMenu({ ...found, left, top });
    setOpened(true);
  };
  const openBelow = (event: Event) => {
    const { left, bottom } = (event.target as Element).getBoundingClientRect();
    open(event, left, bottom);
  };

  const onContextMenu = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isOther = link !== null && link.getAttribute('href') !== find(rowOf(link))?.path;
    // Links to other records, and Shift, open the browser's menu instead.
    if (!isOther && !event.shiftKey) open(event, event.clientX, event.clientY);
  });
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) openBelow(event);
  });
  useEffect(() => {
    const grid = scroller.current;
    const rightClick = (event: MouseEvent) => onContextMenu(event);
    const press = (event: KeyboardEvent) => onKeyDown(event);
    grid?.addEventListener('contextmenu', rightClick);
    grid?.addEventListener('keydown', press);
    return () => {
      grid?.removeEventListener('contextmenu', rightClick);
      grid?.removeEventListener('keydown', press);
    };
  }, [scroller]);
  // The menu handles Escape only once it has the focus, shortly after it opens.
  useEffect(() => {
    if (!opened) return;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setOpened(false);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [opened]);
  return { opened, setOpened, menu, hasMenu: (element: HTMLElement) => find(element) !== null, openBelow };
}
