import type { CellRenderer } from '@/list/grid/grid-row';
import { formatCell, isNumeric } from '@/list/grid/format-cell';
import { hasNoTotals, stateLabels, type TotalsState } from './report-rows';
import classes from './reports.module.css';

/** Renders the state of a report's totals, and shows totals that are not up to date in a muted style. */
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
  if (!isTotal || state === 'fresh' || hasNoTotals(row[column.key])) return null;
  return <span className={classes.old}>{formatCell(column, row[column.key])}</span>;
};

/** Numeric columns that are not totals. */
const COUNTS = new Set(['sharedCount', 'subscriptionCount']);
