import { useQuery } from '@tanstack/react-query';
import { groupsQuery } from './api';
import classes from './analytics.module.css';
import { DashboardPanel } from './dashboard-panel';
import { MEASURES, shown } from './measures';

/** Totals of all policies and five analysis panels. */
export function Dashboard() {
  const { data } = useQuery(groupsQuery('policystatus', { filter: [], searchText: null }));
  return (
    <div className={classes.body}>
      <dl className={classes.figures} aria-label="All policies">
        {MEASURES.map(({ key, label }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{data ? shown(data.totals, key) : '-'}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.panels}>
        <DashboardPanel
          title="Status"
          group="Status"
          grouping="policystatus"
          measure="deathBenefit"
          kind="policystatus"
        />
        <DashboardPanel
          title="Products"
          group="Product type"
          grouping="products"
          measure="deathBenefit"
          kind="products"
        />
        <DashboardPanel
          title="Premium by month"
          group="Next premium"
          grouping="premiummonths"
          measure="annualizedPremium"
          kind="premiums"
          search="?by=premiummonths&measure=annualizedPremium"
        />
        <DashboardPanel
          title="Anniversaries"
          group="Month"
          grouping="policyanniversaries"
          measure="policyCount"
          kind="policyanniversaries"
          search="?measure=policyCount"
        />
        <DashboardPanel
          title="Carriers"
          group="Carrier"
          grouping="carriers"
          measure="deathBenefit"
          kind="carriers"
        />
      </div>
    </div>
  );
}
