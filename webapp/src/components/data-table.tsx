import type { ReactNode } from 'react';
import classes from './data-table.module.css';
import { StatusDot } from './status';

/** A column heading. `false` omits the column. An empty label marks the column with row actions. */
export type Column = string | { label: string; isNumber: boolean } | false;

interface DataTableProps {
  caption: string;
  /** A heading above the table already shows the caption. */
  isCaptionHidden?: boolean;
  /** Label of the scrollable region. The default is "Table of" followed by the caption. */
  label?: string;
  columns: readonly Column[];
  className?: string | undefined;
  isBusy?: boolean;
  footer?: ReactNode;
  /** The rows. */
  children: ReactNode;
}

/** A table with a caption that scrolls sideways on narrow screens. */
export function DataTable({ caption, columns, className = '', isBusy, footer, ...props }: DataTableProps) {
  const label = props.label ?? `Table of ${caption.toLowerCase()}`;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className={`${classes.table} ${className}`} aria-busy={isBusy}>
        <caption className={props.isCaptionHidden ? classes.hidden : undefined}>{caption}</caption>
        <TableHead columns={columns} />
        <tbody>{props.children}</tbody>
        {footer && <tfoot>{footer}</tfoot>}
      </table>
    </div>
  );
}

/** The heading row of a table. */
export const TableHead = ({ columns }: { columns: readonly Column[] }) => (
  <thead>
    <tr>
      {columns.map((column) => {
        if (column === false) return null;
        const { label, isNumber } = typeof column === 'string' ? { label: column, isNumber: false } : column;
        return (
          <th
            key={label}
            scope="col"
            className={label ? undefined : classes.actions}
            data-number={isNumber || undefined}
            data-actions={!label || undefined}
          >
            {label || <span className={classes.hidden}>Actions</span>}
          </th>
        );
      })}
    </tr>
  </thead>
);

/** Returns a heading for a column of right-aligned numbers. */
export const numeric = (label: string): Column => ({ label, isNumber: true });

/** Whether the entry of a row is active: a colored dot and the word. */
export function ActiveStatus({ isActive }: { isActive: boolean }) {
  const label = isActive ? 'Active' : 'Inactive';
  return <StatusDot code={label} label={label} tone={isActive ? 'good' : 'ended'} />;
}
