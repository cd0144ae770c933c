import { formatCount } from '@/list/grid/format-cell';
import { useQuery } from '@tanstack/react-query';
import { inForceStatuses } from 'firmbook-later';
import { groupsQuery } from './api';
import classes from './analytics.module.css';
import { DashboardPanel } from './dashboard-panel';
import { byMeasure, formatMeasure, MEASURES } from './measures';

const EVERYTHING = { filter: [], searchText: null };

/** Totals of all policies, the part in force, the largest carrier, and five analysis panels. */
export function Dashboard() {
  const { data } = useQuery(groupsQuery('policystatus', EVERYTHING));
  const carriers = useQuery(groupsQuery('carriers', EVERYTHING)).data;
  const [largest] = carriers ? byMeasure(carriers.groups, 'deathBenefit') : [];
  const codes = new Set(inForceStatuses(false));
  const inForce = (data?.groups ?? [])
    .filter(({ key }) => codes.has(key ?? ''))
    .reduce((sum, { figures }) => sum + figures.policyCount, 0);
  return (
    <div className={classes.body}>
      <dl className={classes.figures} aria-label="All policies">
        <div>
          <dt>In force</dt>
          <dd>{data ? `${formatCount(inForce)} of ${formatCount(data.totals.policyCount)}` : '-'}</dd>
        </div>
        {MEASURES.map(({ key, label }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{data ? formatMeasure(data.totals, key) : '-'}</dd>
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
      <div className={classes.panels}>
        <DashboardPanel grouping="policystatus" measure="deathBenefit" kind="policystatus" />
        <DashboardPanel grouping="products" measure="deathBenefit" kind="products" />
        <DashboardPanel
          grouping="premiummonths"
          measure="annualizedPremium"
          kind="premiums"
          search="?by=premiummonths&measure=annualizedPremium"
        />
        <DashboardPanel
          grouping="policyanniversaries"
          measure="policyCount"
          kind="policyanniversaries"
          search="?measure=policyCount"
        />
        <DashboardPanel grouping="carriers" measure="deathBenefit" kind="carriers" />
      </div>
    </div>
  );
}
