import { PageLoader } from '@/components/page-loader';
import { LoadError } from '@/components/query-state';
import { useDocumentTitle } from '@/lib/use-document-title';
import { useQuery } from '@tanstack/react-query';
import { preferencesQuery } from './api';
import { PreferencesForm } from './preferences-form';
import classes from './preferences.module.css';

/** Settings section for the delivery of notifications. */
export function PreferencesPart() {
  useDocumentTitle('Notification preferences');
  const { data, error, refetch } = useQuery(preferencesQuery);
  return (
    <div className={classes.part}>
      {data ? (
        <PreferencesForm initial={data} />
      ) : error ? (
        <LoadError subject="the preferences" error={error} onRetry={refetch} />
      ) : (
        <PageLoader label="Loading preferences" />
      )}
    </div>
  );
}
