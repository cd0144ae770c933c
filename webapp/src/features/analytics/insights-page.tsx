import { Breadcrumb } from '@/components/breadcrumb';
import { PageMessage } from '@/components/page-message';
import { useBranding } from '@/lib/branding';
import { useCan, useSession } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import classes from './analytics.module.css';
import { Dashboard } from './dashboard';

/** Branded introduction to the book of business, with the dashboard below. */
export function InsightsPage() {
  const { platformName } = useBranding();
  const { firmName } = useSession().user;
  const title = `${platformName} Insights`;
  useDocumentTitle('Insights');
  const canRead = useCan('insights', 'read');
  const canAnalyze = useCan('analytics', 'read');
  const canList = useCan('allPolicies', 'read');
  if (!canRead || !canAnalyze || !canList) {
    return (
      <PageMessage
        title="You have no access to insights"
        text="Ask an administrator of your firm for access."
      />
    );
  }
  return (
    <section className={classes.page} aria-label={title}>
      <header className={classes.top}>
        <Breadcrumb parts={['Reports']} />
        <h1>{title}</h1>
        <p className={classes.about}>
          Totals for the policies of {firmName} that you can access, updated as the book changes. Select a
          status, product, carrier or month to list its policies.
        </p>
      </header>
      <Dashboard />
    </section>
  );
}
