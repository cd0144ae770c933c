import { IconCheck, IconMinus } from '@/components/icons';
import { StatusDot } from '@/components/status';
import { useSession } from '@/lib/session';
import { memo, type ReactNode } from 'react';
import { pinnedCount } from '../columns/arrange';
import type { GridColumn, Row } from '../types';
import { formatCell, isNumeric } from './format-cell';
import classes from './grid.module.css';

/** Renders a cell. Returns null to show the formatted value. */
export type CellRenderer = (column: GridColumn, row: Row) => ReactNode | null;

interface GridRowProps extends CellsProps {
  index: number;
  /** Number of header rows, counted in `aria-rowindex`. */
  rowOffset: number;
  top: number;
}

interface CellsProps {
  row: Row | undefined;
  columns: readonly GridColumn[];
  isSelected: boolean;
  /** Column of the active cell. Null if it is in another row. */
  activeColumn: number | null;
  path: string | undefined;
  renderCell?: CellRenderer | undefined;
}

/** Props that place a cell in its column. The grid sets the variables with the positions of pinned columns. */
export const cellPlacement = (column: number, pinned: number) => ({
  className: column < pinned ? classes.first : classes.cell,
  ...(column > 0 && column < pinned && { style: { left: `var(--left-${column})` } }),
});

/** One row of the grid. Shows skeleton bars until its values are loaded. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { index, rowOffset, top, ...cells } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 1 + rowOffset}
      aria-selected={cells.isSelected}
      aria-busy={cells.row === undefined || undefined}
      className={classes.row}
      style={{ transform: `translateY(${top}px)` }}
      data-row={index}
    >
      <Cells {...cells} />
    </div>
  );
});

const Cells = memo(function Cells({ row, columns, isSelected, activeColumn, path, renderCell }: CellsProps) {
  const { timeZone } = useSession().user;
  const pinned = pinnedCount(columns);
  const tabIndex = (column: number) => (column === activeColumn ? 0 : -1);
  return (
    <>
      <div role="gridcell" aria-colindex={1} className={classes.check} tabIndex={tabIndex(0)} data-column={0}>
        <CheckMark state={isSelected ? 'all' : 'none'} label={isSelected ? 'Selected' : 'Not selected'} />
      </div>
      {columns.map((column, i) => (
        <div
          key={column.key}
          role="gridcell"
          aria-colindex={i + 2}
          {...cellPlacement(i, pinned)}
          data-number={isNumeric(column) || undefined}
          data-column={i + 1}
          tabIndex={tabIndex(i + 1)}
        >
          {row &&
            (renderCell?.(column, row) ?? cellContent(column, row, i === 0 ? path : undefined, timeZone))}
        </div>
      ))}
    </>
  );
});

/**
 * Renders the content of a cell. A plain function, because a component per cell would double the
 * rendering cost.
 */
function cellContent(column: GridColumn, row: Row, path: string | undefined, timeZone: string): ReactNode {
  const value = row[column.key];
  const text = formatCell(column, value, timeZone);
  if (path) {
    return (
      <a href={path} tabIndex={-1} className={classes.link}>
        {text}
      </a>
    );
  }
  if (column.columnType === 'flag') {
    const Icon = value ? IconCheck : IconMinus;
    return (
      <span className={classes.flag} data-on={Boolean(value) || undefined}>
        <Icon size={14} aria-hidden />
        {text}
      </span>
    );
  }
  return text && isContractStatus(column) ? <StatusDot code={String(value)} label={text} /> : text;
}

const isContractStatus = ({ key, choices }: GridColumn) =>
  key === 'status' && choices.some(({ code }) => code === 'InForce');

export function CheckMark({ state, label }: { state: 'all' | 'some' | 'none'; label: string }) {
  return (
    <span className={classes.checkMark} data-state={state} role="img" aria-label={label}>
      {state === 'all' && <IconCheck size={12} stroke={3} aria-hidden />}
      {state === 'some' && <IconMinus size={12} stroke={3} aria-hidden />}
    </span>
  );
}
