import { QueryState } from '@/components/query-state';
import { paths } from '@/lib/paths';
import { sharedReportsQuery, withReport, type SharedReport } from '@/list/shared/shared-reports';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import classes from './home.module.css';

/** Paths of the lists that reports query, by list name. */
const LISTS: Partial<Record<SharedReport['list'], string>> = {
  policies: paths.policies,
  annuities: paths.annuities,
  agents: paths.agents,
  owners: paths.owners,
  insureds: paths.insureds,
};

/** Card with the reports that are shared with an outside advisor. */
export function SharedReports() {
  const reports = useQuery(sharedReportsQuery);
  return (
    <section className={classes.card} aria-label="Shared reports">
      <div className={classes.head}>
        <h2>Shared reports</h2>
      </div>
      <QueryState
        query={reports}
        subject="the shared reports"
        isEmpty={({ data }) => data.length === 0}
        empty="No reports are shared with you."
      >
        {({ data }) => (
          <ul className={classes.told}>
            {data.map((report) => {
              const list = LISTS[report.list];
              return (
                <li key={report.uuid}>
                  {list ? <Link to={withReport(list, report)}>{report.name}</Link> : report.name}
                  <span>Shared by {report.ownerName}</span>
                </li>
              );
            })}
          </ul>
        )}
      </QueryState>
    </section>
  );
}
