import { formatTimestamp } from '@/lib/timestamp';
import { useSession } from '@/lib/session';
import { formatCell } from '@/list/grid/format-cell';
import { Button } from '@mantine/core';
import { reportTotals } from 'firmbook-later';
import { totalColumn } from '../kinds';
import type { useReportTotals } from './use-report-totals';
import classes from './report.module.css';
import type { Report } from '../api/report';

interface TotalsBarProps {
  report: Report;
  totalsQuery: ReturnType<typeof useReportTotals>;
}

/** Shows the totals of a report, their age and whether they are up to date. */
export function TotalsBar({ report, totalsQuery }: TotalsBarProps) {
  const { timeZone } = useSession().user;
  const keys = reportTotals(report.reportType);
  const { totals, totalsAsOf } = totalsQuery.data ?? report;
  const isOutdated = totalsQuery.isFetching || totalsQuery.isError || report.problem !== null;
  return (
    <div className={classes.totals}>
      <dl
        data-old={isOutdated || undefined}
        aria-label="Totals of the report"
        aria-busy={totalsQuery.isFetching}
      >
        {keys.map((key) => {
          const column = totalColumn(key);
          return (
            column && (
              <div key={key}>
                <dt>{column.defaultLabel}</dt>
                <dd>{formatCell(column, totals[key])}</dd>
              </div>
            )
          );
        })}
      </dl>
      <p role="status">
        {totalsQuery.isFetching
          ? 'Counting…'
          : totalsQuery.isError
            ? 'The totals could not be computed.'
            : totalsAsOf && `Counted ${formatTimestamp(totalsAsOf, timeZone)}`}
        {totalsQuery.isError && (
          <Button variant="subtle" size="compact-xs" onClick={() => void totalsQuery.refetch()}>
            Recount
          </Button>
        )}
      </p>
    </div>
  );
}
