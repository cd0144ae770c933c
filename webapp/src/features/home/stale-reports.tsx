import { staleReportsQuery } from '@/features/reports/api/calls';
import { useInherited } from '@/features/reports/api/use-inherited';
import { reportPath } from '@/features/reports/kinds';
import type { Report } from '@/features/reports/api/report';
import { paths } from '@/lib/paths';
import { formatCount } from '@/list/grid/format-cell';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import classes from './home.module.css';

const MAX_SHOWN = 5;

/** Card with reports that have not been opened for a long time or have an invalid query. */
export function StaleReports() {
  const isInherited = useInherited();
  const { data = [] } = useQuery(staleReportsQuery);
  if (data.length === 0) return null;
  return (
    <section className={classes.card} aria-label="Stale reports">
      <div className={classes.head}>
        <h2>Stale reports</h2>
        <Link to={paths.staleReports} aria-label={`Stale reports: all ${formatCount(data.length)}`}>
          {formatCount(data.length)}
        </Link>
      </div>
      <ul className={classes.told}>
        {data.slice(0, MAX_SHOWN).map((report) => (
          <li key={report.uuid}>
            <Link to={reportPath(report)}>{report.name}</Link>
            <span>{staleReason(report, isInherited)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function staleReason(report: Report, isInherited: (report: Report) => boolean): string {
  if (isInherited(report)) return 'Owner has left the firm';
  return report.problem ? 'Cannot be run' : 'Not opened for 90 days';
}
