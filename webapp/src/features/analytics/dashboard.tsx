import { useQuery } from '@tanstack/react-query';
import { groupsQuery } from './api';
import classes from './analytics.module.css';
import { DashboardPanel } from './dashboard-panel';
import { MEASURES, formatMeasure } from './measures';

/** Totals of all policies and five analysis panels. */
export function Dashboard() {
  const { data } = useQuery(groupsQuery('policystatus', { filter: [], searchText: null }));
  return (
    <div className={classes.body}>
      <dl className={classes.figures} aria-label="All policies">
        {MEASURES.map(({ key, label }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{data ? formatMeasure(data.totals, key) : '-'}</dd>
          </div>
        ))}
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
