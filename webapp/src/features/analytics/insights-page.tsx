import { Breadcrumb } from '@/components/breadcrumb';
import { NoAccessPage, NoFirmPage } from '@/components/dead-end-pages';
import { useBranding } from '@/lib/branding';
import { useCan, useSession } from '@/lib/session';
import { paths } from '@/lib/paths';
import { useDocumentTitle } from '@/lib/use-document-title';
import { NativeSelect } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import classes from './analytics.module.css';
import { InsightSection } from './insight-section';
import { insightGroups, PERIODS } from './insights';
import { Trends } from './trends/trends';

/** Insights into the book: contracts at risk, recent changes, upcoming dates, and trends by month. */
export function InsightsPage() {
  const { platformName } = useBranding();
  const { firmId, firmName } = useSession().user;
  const title = `${platformName} Insights`;
  useDocumentTitle('Insights');
  const canRead = useCan('insights', 'read');
  const canAnalyze = useCan('analytics', 'read');
  const canList = useCan('allPolicies', 'read');
  const canListAnnuities = useCan('annuities', 'read');
  const [params, setParams] = useSearchParams();
  const daysParam = Number(params.get('days'));
  const days = PERIODS.find((count) => count === daysParam) ?? 90;
  if (!canRead || !canAnalyze || !canList) {
    return <NoAccessPage noun="insights" />;
  }
  if (firmId <= 0) return <NoFirmPage />;
  const groups = insightGroups(days, canListAnnuities);
  return (
    <section className={classes.page} aria-label={title}>
      <header className={classes.top}>
        <Breadcrumb parts={['Reports']} />
        <h1>{title}</h1>
        <p className={classes.about}>
          {firmName ? `${firmName} · contracts` : 'Contracts'} you can access. Amounts: death benefit (life),
          contract value (annuities). Select a row to list its contracts.
        </p>
        <div className={classes.tools} role="toolbar" aria-label="Tools for insights">
          <NativeSelect
            aria-label="Period"
            size="xs"
            value={String(days)}
            data={PERIODS.map((count) => ({ value: String(count), label: `${count} days` }))}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setParams(
                (before) => {
                  before.set('days', value);
                  return before;
                },
                { replace: true, flushSync: true },
              );
            }}
          />
          <Link to={paths.dashboard}>Policy dashboard</Link>
        </div>
      </header>
      <div className={classes.body}>
        <div className={`${classes.panels} ${classes.thirds}`}>
          {groups.map((group) => (
            <InsightSection key={group.title} {...group} />
          ))}
        </div>
        <Trends />
      </div>
    </section>
  );
}
