import { numeric, TableHead } from '@/components/data-table';
import { QueryState } from '@/components/query-state';
import { paths } from '@/lib/paths';
import { useModule } from '@/lib/use-module';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { groupsQuery } from './api';
import classes from './analytics.module.css';
import { groupingOf, type GroupingName } from './groupings';
import { byMeasure, measureLabel, formatMeasure, type Measure } from './measures';
import { slicePath } from './slice-path';

const loadChart = () => import('./groups-chart');
const EVERYTHING = { filter: [], searchText: null };
const MOST_SHOWN = 6;
const MOST_MONTHS = 12;

interface DashboardPanelProps {
  grouping: GroupingName;
  measure: Measure;
  /** The linked analysis, with its query string. */
  kind: string;
  search?: string;
}

/** A panel on the dashboard: chart, largest groups and a link to the full analysis. */
export function DashboardPanel({ grouping, measure, kind, search = '' }: DashboardPanelProps) {
  const query = useQuery(groupsQuery(grouping, EVERYTHING));
  const { data } = query;
  const Chart = useModule(loadChart, data !== undefined)?.GroupsChart;
  const { title = '', group = '', isChronological: inTime = false } = groupingOf(grouping) ?? {};
  const groups = data
    ? inTime
      ? data.groups.slice(0, MOST_MONTHS)
      : byMeasure(data.groups, measure).slice(0, MOST_SHOWN)
    : [];
  return (
    <section className={classes.panel} aria-label={title}>
      <div className={classes.panelHead}>
        <h2>{title}</h2>
        <Link to={`${paths.analytics(kind)}${search}`} aria-label={`View all: ${title}`}>
          View all
        </Link>
      </div>
      <QueryState
        query={query}
        what="the totals"
        isEmpty={() => groups.length === 0}
        empty="No policies yet."
        className={classes.about}
      >
        {() => (
          <>
            <div className={classes.chart}>
              {Chart && <Chart groups={groups} measure={measure} isInTime={inTime} />}
            </div>
            <table className={classes.groups} aria-label={title}>
              <TableHead
                columns={[
                  group,
                  numeric('# Policies'),
                  measure !== 'policyCount' && numeric(measureLabel(measure)),
                ]}
              />
              <tbody>
                {groups.map((one) => {
                  const path = slicePath(one, EVERYTHING);
                  return (
                    <tr key={one.key ?? ''}>
                      <th scope="row">{path ? <Link to={path}>{one.label}</Link> : one.label}</th>
                      <td data-number>{formatMeasure(one.figures, 'policyCount')}</td>
                      {measure !== 'policyCount' && (
                        <td data-number>{formatMeasure(one.figures, measure)}</td>
                      )}
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </>
        )}
      </QueryState>
    </section>
  );
}
