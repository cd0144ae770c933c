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
        text="An administrator of your firm can give it to you."
      />
    );
  }
  return (
    <section className={classes.page} aria-label={title}>
      <header className={classes.top}>
        <Breadcrumb parts={['Reports']} />
        <h1>{title}</h1>
        <p className={classes.about}>
          This is the book that {firmName} looks after, added up as you see it: the policies of the agents you
          work with. Follow a status, a product, a carrier or a month to the policies behind it.{' '}
          {platformName} counts them anew whenever the book changes.
        </p>
      </header>
      <Dashboard />
    </section>
  );
}
