import { PageLoader } from '@/components/page-loader';
import { failureText } from '@/lib/failure-text';
import { useDocumentTitle } from '@/lib/use-document-title';
import { Button } from '@mantine/core';
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
        <div role="alert" className={classes.failure}>
          <span>The preferences could not be loaded. {failureText(error)}</span>
          <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
            Retry
          </Button>
        </div>
      ) : (
        <PageLoader label="Loading preferences" />
      )}
    </div>
  );
}
