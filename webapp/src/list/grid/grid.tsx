import { useRowHeight } from '@/lib/density';
import { useProgressiveCount } from '@/lib/use-progressive-count';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import type { Sort } from 'firmbook-wasm';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { CellEditPanel } from '../cell-edit/cell-edit-panel';
import { RowMenuPanel } from '../row-menu/row-menu-panel';
import type { GridColumn, LoadCellEdit, LoadRowMenu, Row, RowTotals } from '../types';
import { pageOf } from '../data/pages';
import type { PageWindow } from '../data/use-rows';
import { formatCount } from './format-cell';
import { GridHeader } from './grid-header';
import { GridRow, type CellRenderer } from './grid-row';
import { HEADER_ROW, TOTALS_ROW } from './position';
import { TotalsRow } from './totals-row';
import { useActiveCell } from './use-active-cell';
import { useGridInput } from './use-grid-input';
import { useRowKeys } from './use-row-keys';
import type { ColumnActions } from './header-menu';
import type { Selection } from './use-selection';
import classes from './grid.module.css';

const CHECK_WIDTH = 40;
/** Rows rendered beyond each edge of the screen. */
const OVERSCAN = 8;
/** Maximum number of rows added per frame while the grid fills, so that a tall screen does not block. */
const ADDED_PER_FRAME = 24;
/** Rows within this distance of the screen are loaded in advance. */
const PREFETCH_ROWS = 60;

const loadFittingWidth = () => import('./fitting-width');

export interface RowRange {
  first: number;
  /** Exclusive. */
  end: number;
}

export interface GridProps {
  label: string;
  columns: readonly GridColumn[];
  sort: readonly Sort[];
  rowCount: number;
  rowAt: (index: number) => Row | undefined;
  /** Nothing is loaded yet, and skeletons are shown. */
  isLoading: boolean;
  /** The rows belong to the previous query. */
  isStale: boolean;
  /** Changes with the query. The grid then scrolls back to the top. */
  queryHash: string;
  onView?: (pages: PageWindow) => void;
  /** Receives the range of visible and nearby rows. Called again when the callback changes. */
  onRange?: (range: RowRange) => void;
  totals: { data: RowTotals | undefined; isStale: boolean; failed: boolean; onRecount: () => void } | null;
  selection: Selection;
  /** All rows of the list are selected, including those not loaded. */
  isAllSelected?: boolean;
  /** Returns undefined for a row that cannot be opened. */
  rowPath?: ((row: Row) => string | undefined) | undefined;
  renderCell?: CellRenderer;
  onOpen: (row: Row) => void;
  /** Loads the menu of rows that can be opened. */
  loadRowMenu?: LoadRowMenu | undefined;
  /** Loads the cell editor for rows that can be opened. */
  loadCellEdit?: LoadCellEdit | undefined;
  onSort: (column: GridColumn, add: boolean) => void;
  actions: Omit<ColumnActions, 'onFit'>;
  /** Shown below the header instead of rows. */
  children?: ReactNode;
}

/** A virtualized table. Only the rows on the screen and a few around them exist in the document. */
export function Grid(props: GridProps) {
  const {
    columns,
    rowCount,
    rowAt,
    selection,
    isAllSelected = false,
    totals,
    onView,
    onRange,
    queryHash,
  } = props;
  const rowHeight = useRowHeight();
  const scroller = useRef<HTMLDivElement>(null);
  const { active, setActive } = useActiveCell(scroller, queryHash, rowCount > 0 && !props.isLoading);
  const [menuOf, setMenuOf] = useState<string | null>(null);
  const headHeight = totals ? 2 * rowHeight : rowHeight;

  const virtualizer = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    // Render in a separate task, not within the scroll event.
    useFlushSync: false,
    // Renders rows before the first measurement, so that the active cell can take the focus after Back.
    initialRect: { width: 0, height: window.innerHeight },
    observeElementRect: observeSize,
    // The active row stays rendered to keep the focus.
    rangeExtractor: (range) => includeActiveRow(defaultRangeExtractor(range), active.row, range.count),
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const virtualRows = virtualizer.getVirtualItems();
  const renderedCount = useProgressiveCount(virtualRows.length, ADDED_PER_FRAME);
  // The active row is rendered from the start, so that it can take the focus after Back.
  const rows = virtualRows.filter(({ index }, position) => position < renderedCount || index === active.row);
  const keys = useRowKeys(
    rows.map(({ index }) => index),
    active.row,
  );
  const first = virtualizer.range?.startIndex ?? 0;
  const end = Math.min(rowCount, (virtualizer.range?.endIndex ?? -1) + 1);
  const firstPage = pageOf(Math.max(0, first - PREFETCH_ROWS));
  const lastPage = pageOf(Math.min(Math.max(0, rowCount - 1), end + PREFETCH_ROWS));
  useEffect(() => onView?.({ firstPage, lastPage }), [onView, firstPage, lastPage]);
  useEffect(() => onRange?.({ first, end }), [onRange, first, end]);

  const width = columns.reduce((sum, column) => sum + column.width, CHECK_WIDTH);
  useLayoutEffect(() => setTemplate(scroller.current, columns), [columns]);

  const actions: ColumnActions = useMemo(() => {
    const resize: ColumnActions['onResize'] = (key, next, done) => {
      setTemplate(
        scroller.current,
        columns.map((column) => (column.key === key ? { ...column, width: next } : column)),
      );
      if (done) props.actions.onResize(key, next, true);
    };
    return {
      ...props.actions,
      onResize: resize,
      onFit: (key) =>
        void loadFittingWidth().then(({ fittingWidth }) =>
          resize(key, fittingWidth(scroller.current, columns, key), true),
        ),
    };
  }, [props.actions, columns]);

  const input = useGridInput({
    ...props,
    scroller,
    headHeight,
    rowHeight,
    active,
    setActive,
    openMenu: setMenuOf,
    actions,
  });
  const lastRow = rowCount > 0 ? rowCount - 1 : HEADER_ROW;
  const at = active.row < rowCount ? active : { row: lastRow, column: active.column };
  const activeIn = (row: number) => (at.row === row ? Math.min(at.column, columns.length) : null);
  const rowOffset = totals ? 2 : 1;
  const isAll = isAllSelected || selection.rows.size >= rowCount;
  const selected = selection.rows.size === 0 ? 'none' : isAll ? 'all' : 'some';

  return (
    <div
      ref={scroller}
      className={classes.scroller}
      data-old={props.isStale || undefined}
      data-loading={props.isLoading || undefined}
      data-grid-scroller
      onScroll={(event) =>
        event.currentTarget.toggleAttribute('data-shifted', event.currentTarget.scrollLeft > 0)
      }
    >
      <div
        role="grid"
        aria-label={props.label}
        aria-rowcount={rowCount + rowOffset}
        aria-colcount={columns.length + 1}
        aria-multiselectable
        aria-busy={props.isStale}
        className={classes.grid}
        style={{ minWidth: width }}
        {...input}
      >
        <div role="rowgroup" className={classes.head}>
          <GridHeader
            columns={columns}
            sort={props.sort}
            selected={selected}
            activeColumn={activeIn(HEADER_ROW)}
            menuOf={menuOf}
            onMenu={setMenuOf}
            actions={actions}
          />
          {totals && (
            <TotalsRow
              columns={columns}
              totals={totals.data}
              isStale={totals.isStale}
              failed={totals.failed}
              onRecount={totals.onRecount}
              activeColumn={activeIn(TOTALS_ROW)}
            />
          )}
        </div>
        {rowCount > 0 && (
          <div role="rowgroup" className={classes.body} style={{ height: rowCount * rowHeight }}>
            {rows.map(({ index, start }) => {
              const row = rowAt(index);
              return (
                <GridRow
                  key={keys.get(index)}
                  index={index}
                  rowOffset={rowOffset}
                  top={start}
                  row={row}
                  columns={columns}
                  isSelected={row !== undefined && (isAllSelected || selection.rows.has(row.uuid))}
                  activeColumn={activeIn(index)}
                  path={row && props.rowPath?.(row)}
                  renderCell={props.renderCell}
                />
              );
            })}
          </div>
        )}
      </div>
      {rows.length < rowCount && (
        <p className={classes.unprinted}>
          {formatCount(rows.length)} of {formatCount(rowCount)} rows. To print all rows, export the list.
        </p>
      )}
      {props.children}
      {props.loadRowMenu && props.rowPath && (
        <RowMenuPanel
          load={props.loadRowMenu}
          scroller={scroller}
          rowAt={rowAt}
          rowPath={props.rowPath}
          onOpen={props.onOpen}
        />
      )}
      {props.loadCellEdit && props.rowPath && (
        <CellEditPanel
          load={props.loadCellEdit}
          scroller={scroller}
          rowAt={rowAt}
          rowPath={props.rowPath}
          columns={columns}
        />
      )}
    </div>
  );
}

/** Reports the scroller's size after the browser's layout. Reading it earlier would force a layout. */
function observeSize(
  { scrollElement }: { scrollElement: Element | null },
  report: (size: { width: number; height: number }) => void,
) {
  const observer = new ResizeObserver(([entry]) => entry && report(entry.contentRect));
  if (scrollElement) observer.observe(scrollElement);
  return () => observer.disconnect();
}

/** Adds the active row to the rendered rows, in row order. */
function includeActiveRow(rendered: number[], active: number, rowCount: number): number[] {
  const [first = 0] = rendered;
  if (active < 0 || active >= rowCount || rendered.includes(active)) return rendered;
  return active < first ? [active, ...rendered] : [...rendered, active];
}

/** Stores the column widths in CSS variables, so that resizing renders no rows. */
function setTemplate(scroller: HTMLElement | null, columns: readonly GridColumn[]) {
  // A shortened time has no meaning, so it is not limited.
  const isLimited = ({ columnType }: GridColumn, index: number) => index === 0 && columnType !== 'timestamp';
  const widths = columns
    .map((column, index) =>
      isLimited(column, index) ? `min(${column.width}px, var(--fb-first-limit, 100vw))` : `${column.width}px`,
    )
    .join(' ');
  let left = CHECK_WIDTH;
  columns.forEach(({ width }, index) => {
    scroller?.style.setProperty(`--left-${index}`, `${left}px`);
    left += width;
  });
  scroller?.style.setProperty('--columns', `${CHECK_WIDTH}px ${widths} minmax(0, 1fr)`);
  const shares = columns.map(({ width }) => `${width}fr`).join(' ');
  scroller?.style.setProperty('--printed-columns', `0 ${shares}`);
}
