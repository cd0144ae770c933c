import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { overColumn } from './cells';
import classes from './cell-edit.module.css';

interface OverCellProps {
  row: HTMLElement;
  column: number;
  isNumeric: boolean;
  /** Rendered in front of a focused cell. */
  isRaised?: boolean;
  children: ReactNode;
}

/** Renders over a cell instead of into it, because the grid replaces the whole content of its cells. */
export const OverCell = ({ row, column, isNumeric, isRaised = false, children }: OverCellProps) =>
  createPortal(
    <div className={classes.over}>
      <div
        role="gridcell"
        className={classes.place}
        style={{ gridColumn: column + 1 }}
        data-first={column === 1 || undefined}
        data-number={isNumeric || undefined}
        data-raised={isRaised || undefined}
        {...overColumn(column)}
      >
        {children}
      </div>
    </div>,
    row,
  );
