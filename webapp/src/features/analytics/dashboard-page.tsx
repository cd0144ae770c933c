import { Breadcrumb } from '@/components/breadcrumb';
import { PageMessage } from '@/components/page-message';
import { useCan } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import classes from './analytics.module.css';
import { Dashboard } from './dashboard';

export function DashboardPage() {
  useDocumentTitle('Policy Dashboard');
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
  return (
    <section className={classes.page} aria-label="Policy Dashboard">
      <header className={classes.top}>
        <Breadcrumb parts={['Reports']} />
        <h1>Policy Dashboard</h1>
      </header>
      <Dashboard />
    </section>
  );
}
