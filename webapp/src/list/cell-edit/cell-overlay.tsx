import type { CSSProperties, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { cellIn, overlayAttributes } from './cells';
import classes from './cell-edit.module.css';

interface CellOverlayProps {
  row: HTMLElement;
  column: number;
  isNumeric: boolean;
  /** Rendered in front of a focused cell. */
  isRaised?: boolean;
  children: ReactNode;
}

/** Renders over a cell instead of into it, because the grid replaces the whole content of its cells. */
export const CellOverlay = ({ row, column, isNumeric, isRaised = false, children }: CellOverlayProps) => {
  // The position of a pinned cell.
  const left = cellIn(row, column)?.style.left;
  return createPortal(
    <div className={classes.over}>
      <div
        role="gridcell"
        className={classes.place}
        style={{ gridColumn: column + 1, ...(left && { '--left': left }) } as CSSProperties}
        data-first={column === 1 || undefined}
        data-pinned={column === 1 || left ? true : undefined}
        data-number={isNumeric || undefined}
        data-raised={isRaised || undefined}
        {...overlayAttributes(column)}
      >
        {children}
      </div>
    </div>,
    row,
  );
};
