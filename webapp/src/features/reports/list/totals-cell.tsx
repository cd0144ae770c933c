import type { CellRenderer } from '@/list/grid/grid-row';
import { formatCell, isNumeric } from '@/list/grid/format-cell';
import { isNone, stateLabels, type TotalsState } from './report-rows';
import classes from './reports.module.css';

/** The mark of a report's totals, and the totals while they do not hold. */
export const renderReportCell: CellRenderer = (column, row) => {
  const state = row.state as TotalsState;
  if (column.key === 'state') {
    return (
      <span className={classes.mark} data-state={state}>
        {stateLabels[state]}
      </span>
    );
  }
  const isTotal = isNumeric(column) && !COUNTS.has(column.key);
  if (!isTotal || state === 'fresh' || isNone(row[column.key])) return null;
  return <span className={classes.old}>{formatCell(column, row[column.key])}</span>;
};

/** Numbers that are no totals of the report. */
const COUNTS = new Set(['sharedCount', 'subscriptionCount']);
