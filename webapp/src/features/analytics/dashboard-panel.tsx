import { numeric, TableHead } from '@/components/data-table';
import { QueryState } from '@/components/query-state';
import { paths } from '@/lib/paths';
import { useCan } from '@/lib/session';
import { useToday } from '@/lib/today';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { groupsQuery } from './api';
import classes from './analytics.module.css';
import { displayOrder } from './display-order';
import { formatListUrl } from '@/list/state/list-url';
import { IN_FORCE, NO_FILTER } from './in-force';
import { ExportGroups } from './export-groups';
import { Bar, GroupsChart, valueOf } from './groups-chart';
import { groupingOf, titleOf, type GroupingName } from './groupings';
import { measureLabel, formatMeasure, withoutUngrouped, type Measure } from './measures';
import { slicePath } from './slice-path';

const MAX_GROUPS = 6;

export interface DashboardPanelProps {
  grouping: GroupingName;
  measure: Measure;
  /** The linked analysis, with its query string. */
  kind: string;
  search?: string;
  /** Includes policies that are not in force. */
  isOfAll?: boolean;
}

/** The analysis that a panel shows. */
export const panelQuery = ({ grouping, isOfAll }: DashboardPanelProps) =>
  groupsQuery(grouping, isOfAll ? NO_FILTER : IN_FORCE);

/** A panel on the dashboard: chart, largest groups and a link to the full analysis. */
export function DashboardPanel({
  grouping,
  measure,
  kind,
  search = '',
  isOfAll = false,
}: DashboardPanelProps) {
  const analyticsFilter = isOfAll ? NO_FILTER : IN_FORCE;
  const query = useQuery(groupsQuery(grouping, analyticsFilter));
  const url = { search: '', filter: analyticsFilter.filter, sort: undefined };
  const { data } = query;
  const canExport = useCan('exportData', 'write');
  const { group = '', isChronological: inTime = false } = groupingOf(grouping) ?? {};
  const title = titleOf(grouping);
  const ordered = displayOrder(grouping, data?.groups ?? [], measure, useToday());
  const groups = inTime
    ? withoutUngrouped(ordered)
    : ordered.filter(({ figures }) => figures.policyCount > 0).slice(0, MAX_GROUPS);
  const max = Math.max(...groups.map((item) => valueOf(item, measure)));
  return (
    <section className={classes.panel} aria-label={title}>
      <div className={classes.panelHead}>
        <h2>{title}</h2>
        <div className={classes.panelLinks}>
          {canExport && groups.length > 0 && (
            <ExportGroups grouping={grouping} analyticsFilter={analyticsFilter} of={title} />
          )}
          <Link
            to={`${paths.analytics(kind)}${formatListUrl(url, new URLSearchParams(search))}`}
            aria-label={`View all: ${title}`}
          >
            View all
          </Link>
        </div>
      </div>
      <QueryState
        query={query}
        subject="the totals"
        isEmpty={() => groups.length === 0}
        empty="No policies yet."
        className={classes.about}
        hasSharedError
      >
        {() => (
          <>
            {grouping === 'premiummonths' && (
              <p className={classes.about}>A policy counts in each month in which it has a premium.</p>
            )}
            {inTime && (
              <div className={classes.chart}>
                <GroupsChart groups={groups} measure={measure} analyticsFilter={analyticsFilter} isInTime />
              </div>
            )}
            <table className={classes.groups} aria-label={title}>
              <TableHead
                columns={[
                  group,
                  measure !== 'policyCount' && numeric(measureLabel(grouping, measure)),
                  numeric(measureLabel(grouping, 'policyCount')),
                ]}
              />
              <tbody>
                {groups.map((item) => {
                  const path = slicePath(item, analyticsFilter);
                  return (
                    <tr key={item.key ?? ''}>
                      <th scope="row">{path ? <Link to={path}>{item.label}</Link> : item.label}</th>
                      {measure !== 'policyCount' && (
                        <td data-number className={inTime ? undefined : classes.barCell}>
                          {!inTime && <Bar group={item} measure={measure} max={max} />}
                          <span>{formatMeasure(item.figures, measure)}</span>
                        </td>
                      )}
                      <td data-number>{formatMeasure(item.figures, 'policyCount')}</td>
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
