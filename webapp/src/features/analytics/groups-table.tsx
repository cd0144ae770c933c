import { DataTable, numeric } from '@/components/data-table';
import { paths } from '@/lib/paths';
import { useCan } from '@/lib/session';
import { formatCount } from '@/list/grid/format-cell';
import { formatListUrl } from '@/list/state/list-url';
import classes from './analytics.module.css';
import type { Group, Groups } from 'firmbook-wasm';
import { Link } from 'react-router';
import type { AnalyticsFilter } from './api';
import type { GroupingName } from './groupings';
import { measuresOf, formatMeasure, type Measure } from './measures';
import { slicePath } from './slice-path';

export interface GroupsTableProps {
  title: string;
  /** Singular noun for a group. */
  group: string;
  found: Groups;
  /** In display order. */
  groups: readonly Group[];
  analyticsFilter: AnalyticsFilter;
  grouping: GroupingName;
  /** The measure of the Share column. */
  measure: Measure;
}

const BY_DEATH_BENEFIT = formatListUrl(
  { search: '', filter: [], sort: [{ column: 'deathBenefit', direction: 'desc' }] },
  new URLSearchParams(),
);

/** The list of all contacts that a grouping by contact covers, those with the most death benefit first. */
const EVERYONE: Partial<Record<GroupingName, string>> = {
  agents: `${paths.agents}${BY_DEATH_BENEFIT}`,
  policyowner: `${paths.owners}${BY_DEATH_BENEFIT}`,
};

/** Table of groups with links to their policies, and totals. */
export function GroupsTable({
  title,
  group,
  found,
  groups,
  analyticsFilter,
  grouping,
  measure,
}: GroupsTableProps) {
  const { others, totals } = found;
  const measures = measuresOf(grouping);
  const canOpenContacts = useCan('contacts', 'read');
  const everyone = canOpenContacts && EVERYONE[grouping];
  const othersLabel = others && `${formatCount(others.count)} others`;
  return (
    <DataTable
      caption={title}
      className={classes.wide}
      columns={[group, ...measures.map(({ label }) => numeric(label)), numeric('Share')]}
      footer={
        <tr>
          <th scope="row">Total</th>
          {measures.map(({ key }) => (
            <td key={key} data-number>
              {formatMeasure(totals, key)}
            </td>
          ))}
          <td data-number>100.0%</td>
        </tr>
      }
    >
      {groups.map((item) => {
        const path = slicePath(item, analyticsFilter);
        return (
          <tr key={item.key ?? ''}>
            <th scope="row">{path ? <Link to={path}>{item.label}</Link> : item.label}</th>
            {measures.map(({ key }) => (
              <td key={key} data-number>
                {formatMeasure(item.figures, key)}
              </td>
            ))}
            <td data-number>{percent(item, measure)}</td>
          </tr>
        );
      })}
      {others && (
        <tr>
          <th scope="row">{everyone ? <Link to={everyone}>{othersLabel}</Link> : othersLabel}</th>
          {measures.map(({ key }) => (
            <td key={key} data-number>
              {formatMeasure(others.figures, key)}
            </td>
          ))}
          <td data-number>{percent(others, measure)}</td>
        </tr>
      )}
    </DataTable>
  );
}

function percent({ shares, figures }: Pick<Group, 'shares' | 'figures'>, measure: Measure): string {
  const share = shares[measure];
  if (share === null) return '-';
  return Number(share) === 0 && Number(figures[measure]) > 0 ? '< 0.1%' : `${share}%`;
}
