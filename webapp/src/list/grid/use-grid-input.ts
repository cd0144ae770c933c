import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type RefObject } from 'react';
import { clampWidth } from '../state/column-width';
import type { GridProps } from './grid';
import type { ColumnActions } from './header-menu';
import { HEADER_ROW, move, type Position } from './position';
import { scrollToCell } from './scroll-to-cell';

interface GridInput extends GridProps {
  scroller: RefObject<HTMLDivElement | null>;
  headHeight: number;
  rowHeight: number;
  active: Position;
  setActive: (position: Position) => void;
  openMenu: (column: string) => void;
  actions: ColumnActions;
}

const RESIZE_STEP = 16;

/** Handles keyboard and mouse input in the grid. One cell is the tab stop, and the arrow keys move it. */
export function useGridInput(grid: GridInput) {
  const { scroller, headHeight, rowHeight, active, setActive, columns, rowCount, rowAt, selection, actions } =
    grid;
  /**
   * Cell to focus next. Not `active`: an effect of an earlier render may run only after the next
   * key press.
   */
  const pendingFocus = useRef<Position | null>(null);

  // Focus the cell once it is rendered. After a long jump its row does not exist yet.
  useEffect(() => {
    if (!pendingFocus.current || !scroller.current) return;
    const cell = cellAt(scroller.current, pendingFocus.current);
    if (!cell) return;
    pendingFocus.current = null;
    cell.focus({ preventScroll: true });
  });

  const goTo = (position: Position) => {
    pendingFocus.current = position;
    setActive({ ...position });
    if (scroller.current) scrollToCell(scroller.current, position, headHeight, rowHeight);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = positionOf(event.target);
    if (!at) return;
    const column = columns[at.column - 1];
    const row = at.row >= 0 ? rowAt(at.row) : undefined;
    const done = () => event.preventDefault();

    if (at.row === HEADER_ROW && column && event.altKey) {
      if (event.key === 'ArrowDown') return (done(), grid.openMenu(column.key));
      const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
      if (!by) return;
      done();
      if (!event.shiftKey)
        return actions.onResize(column.key, clampWidth(column.width + by * RESIZE_STEP), true);
      goTo({ row: at.row, column: Math.min(columns.length, Math.max(1, at.column + by)) });
      return actions.onMoveBy(column.key, by);
    }
    if (event.key === 'Enter' || event.key === ' ') {
      done();
      if (at.row === HEADER_ROW) return column ? grid.onSort(column, event.shiftKey) : toggleAll();
      if (!row) return;
      if (event.key === 'Enter' && at.column > 0) return grid.onOpen(row);
      return event.shiftKey ? void selection.extendTo(at.row) : selection.toggle(at.row, row);
    }
    if (event.key === 'Escape' && selection.rows.size) return (done(), selection.clear());
    if (event.key === 'a' && (event.ctrlKey || event.metaKey))
      return (done(), void selection.selectFirst(rowCount));

    const size = {
      rows: rowCount,
      columns: columns.length + 1,
      hasTotals: grid.totals !== null,
      pageRows: Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight) / rowHeight) - 1),
    };
    const next = move(at, event.key, event.ctrlKey || event.metaKey, size);
    if (!next) return;
    done();
    if (event.shiftKey && next.row >= 0 && at.row >= 0 && next.row !== at.row) {
      if (selection.rows.size === 0 && row) selection.toggle(at.row, row);
      void selection.extendTo(next.row);
    }
    goTo(next);
  };

  const toggleAll = () => (selection.rows.size ? selection.clear() : void selection.selectFirst(rowCount));

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const at = positionOf(event.target);
    if (!at) return;
    const column = columns[at.column - 1];
    if (at.row === HEADER_ROW) {
      goTo(at);
      return column ? column.canSort && grid.onSort(column, event.shiftKey) : toggleAll();
    }
    const row = at.row >= 0 ? rowAt(at.row) : undefined;
    if (!row) return goTo(at);
    const onLink = (event.target as HTMLElement).closest('a') !== null;
    // The cell has its own link, such as to a person in the row.
    if (onLink && event.defaultPrevented) return;
    if (onLink && !event.shiftKey && !event.ctrlKey && !event.metaKey && event.button === 0) {
      event.preventDefault();
      return grid.onOpen(row);
    }
    if (event.shiftKey) {
      event.preventDefault();
      void selection.extendTo(at.row);
    } else if (at.column === 0 || ((event.ctrlKey || event.metaKey) && !onLink)) {
      selection.toggle(at.row, row);
    }
    goTo(at);
  };

  const onDoubleClick = (event: MouseEvent<HTMLElement>) => {
    const at = positionOf(event.target);
    const row = at && at.row >= 0 && at.column > 0 ? rowAt(at.row) : undefined;
    if (row) grid.onOpen(row);
  };

  // Prevents a Shift-click from selecting the text between two rows.
  const onMouseDown = (event: MouseEvent<HTMLElement>) => {
    if (event.shiftKey) event.preventDefault();
  };

  const onFocus = (event: { target: EventTarget }) => {
    const at = positionOf(event.target);
    if (at && (at.row !== active.row || at.column !== active.column)) setActive(at);
  };

  return { onKeyDown, onClick, onDoubleClick, onMouseDown, onFocus, onMouseOver: updateTooltip };
}

/** Gives a cell a tooltip with its text if the text is cut off. */
function updateTooltip({ target }: { target: EventTarget }) {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[role="gridcell"]') : null;
  if (!cell) return;
  const isTruncated = [cell, ...cell.children].some(
    ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
  );
  if (isTruncated) cell.title = cell.textContent;
  else cell.removeAttribute('title');
}

/** Returns the position of the cell that an event came from. Null for menus on top of the grid. */
function positionOf(target: EventTarget): Position | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  const row = cell?.closest<HTMLElement>('[data-row]');
  return cell && row ? { row: Number(row.dataset.row), column: Number(cell.dataset.column) } : null;
}

function cellAt(scroller: HTMLElement, { row, column }: Position): HTMLElement | null {
  return scroller.querySelector(`[data-row="${row}"] > [data-column="${column}"]`);
}
