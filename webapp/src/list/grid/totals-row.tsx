import { memo } from 'react';
import { IconSum } from '@/components/icons';
import { pinnedCount } from '../columns/arrange';
import { formatCell, isNumeric } from './format-cell';
import { cellPlacement } from './grid-row';
import type { GridColumn, RowTotals } from '../types';
import { TOTALS_ROW } from './position';
import classes from './grid.module.css';

interface TotalsRowProps {
  columns: readonly GridColumn[];
  totals: RowTotals | undefined;
  /** The totals belong to the previous query, or rows have changed since. */
  isStale: boolean;
  failed: boolean;
  onRecount: () => void;
  activeColumn: number | null;
}

/** Totals over all rows of the query. */
export const TotalsRow = memo(function TotalsRow({
  columns,
  totals,
  isStale,
  failed,
  onRecount,
  activeColumn,
}: TotalsRowProps) {
  const pinned = pinnedCount(columns);
  const tabIndex = (column: number) => (column === activeColumn ? 0 : -1);
  return (
    <div
      role="row"
      aria-rowindex={2}
      className={classes.totals}
      data-row={TOTALS_ROW}
      data-stale={isStale || undefined}
    >
      <div role="gridcell" aria-colindex={1} className={classes.check} tabIndex={tabIndex(0)} data-column={0}>
        <IconSum size={14} aria-label="Totals" />
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
          {i === 0 &&
            !column.hasTotal &&
            (failed ? <Recount onRecount={onRecount} /> : isStale ? 'Counting…' : 'Total')}
          {column.hasTotal && totals && formatCell(column, totals[column.key])}
          {column.hasTotal && !totals && !failed && <span className={classes.skeleton} />}
        </div>
      ))}
    </div>
  );
});

const Recount = ({ onRecount }: { onRecount: () => void }) => (
  <span className={classes.recount}>
    Totals missing
    <button type="button" tabIndex={-1} onClick={onRecount}>
      Recount
    </button>
  </span>
);
