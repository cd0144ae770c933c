import { Breadcrumb } from '@/components/breadcrumb';
import { NoFirmPage } from '@/components/no-firm-page';
import { PageMessage } from '@/components/page-message';
import { useCan, useSession } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import classes from './analytics.module.css';
import { Dashboard } from './dashboard';

export function DashboardPage() {
  useDocumentTitle('Policy dashboard');
  const { firmId } = useSession().user;
  const canAnalyze = useCan('analytics', 'read');
  const canList = useCan('allPolicies', 'read');
  if (!canAnalyze || !canList) {
    return (
      <PageMessage
        title="You don’t have access to analytics"
        text="Ask your firm’s administrator for access."
      />
    );
  }
  if (firmId <= 0) return <NoFirmPage />;
  return (
    <section className={classes.page} aria-label="Policy dashboard">
      <header className={classes.top}>
        <Breadcrumb parts={['Reports']} />
        <h1>Policy dashboard</h1>
      </header>
      <Dashboard />
    </section>
  );
}
