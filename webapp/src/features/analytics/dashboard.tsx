import { LoadErrors } from '@/components/query-state';
import { paths } from '@/lib/paths';
import { formatListUrl } from '@/list/state/list-url';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { groupsQuery } from './api';
import classes from './analytics.module.css';
import { IN_FORCE, NO_FILTER } from './in-force';
import { DashboardPanel, panelQuery, type DashboardPanelProps } from './dashboard-panel';
import { byMeasure, formatMeasure, MEASURES } from './measures';

const PANELS: readonly DashboardPanelProps[] = [
  { grouping: 'policystatus', measure: 'deathBenefit', kind: 'policystatus', isOfAll: true },
  { grouping: 'products', measure: 'deathBenefit', kind: 'products' },
  {
    grouping: 'premiummonths',
    measure: 'premiumDue',
    kind: 'premiums',
    search: '?by=premiummonths&measure=premiumDue',
  },
  {
    grouping: 'policyanniversaries',
    measure: 'policyCount',
    kind: 'policyanniversaries',
    search: '?measure=policyCount',
  },
  { grouping: 'carriers', measure: 'deathBenefit', kind: 'carriers' },
];

/** Dashboard of in-force policies, in total and by group, and of other policies by status. */
export function Dashboard() {
  const { data } = useQuery(groupsQuery('policystatus', NO_FILTER));
  const carriers = useQuery(groupsQuery('carriers', IN_FORCE)).data;
  const queries = useQueries({ queries: PANELS.map(panelQuery) });
  const [largest] = carriers ? byMeasure(carriers.groups, 'deathBenefit') : [];
  const [inForce, ...others] = data?.standings ?? [];
  return (
    <div className={classes.body}>
      <LoadErrors queries={queries} subject="the totals" className={classes.about} />
      <dl className={classes.figures} aria-label="Policies in force">
        {MEASURES.map(({ key, label }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{inForce ? formatMeasure(inForce.figures, key) : '-'}</dd>
          </div>
        ))}
        {largest && (
          <div>
            <dt>Largest carrier</dt>
            <dd>
              {largest.label}, {largest.shares.deathBenefit ?? '-'}%
            </dd>
          </div>
        )}
      </dl>
      {inForce && (
        <p className={classes.about}>
          All figures are for policies in force, except those by status, which covers all policies.
          {others.length > 0 && (
            <>
              {' '}
              Not in force:{' '}
              {others.map(({ standing, label, figures, filter }, index) => (
                <Fragment key={standing}>
                  {index > 0 && ' · '}
                  <Link
                    to={`${paths.policies}${formatListUrl({ search: '', filter }, new URLSearchParams())}`}
                  >
                    {`${label} ${formatMeasure(figures, 'policyCount')}`}
                  </Link>
                </Fragment>
              ))}
            </>
          )}
        </p>
      )}
      <div className={classes.panels}>
        {PANELS.map((panel) => (
          <DashboardPanel key={panel.kind} {...panel} />
        ))}
      </div>
    </div>
  );
}
