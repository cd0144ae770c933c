import { Breadcrumb } from '@/components/breadcrumb';
import { NoAccessPage, NoFirmPage } from '@/components/dead-end-pages';
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
    return <NoAccessPage noun="analytics" />;
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
