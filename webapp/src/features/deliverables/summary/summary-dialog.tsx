import { LargeDialog } from '@/components/large-dialog';
import { useHubEvent, useReconnect } from '@/lib/hub-events';
import { useCan } from '@/lib/session';
import { useQuery } from '@tanstack/react-query';
import { PendingVersions } from '../pending-versions';
import { useVersions } from '../use-versions';
import { Versions } from '../versions';
import { deleteSummary, retrySummary, summaryKey, summaryQuery } from './api';
import { SummaryPages } from './summary-pages';
import classes from './summary.module.css';

interface SummaryDialogProps {
  report: { uuid: string; name: string; isOwner: boolean };
  /** The list differs from the saved report. */
  isChanged: boolean;
  opened: boolean;
  onClose: () => void;
}

const FAILURES = { open: 'downloadDocument', delete: 'deleteReportSummary' } as const;

/** The summary of a report: options, preview and stored versions. */
export function SummaryDialog({ report, isChanged, opened, onClose }: SummaryDialogProps) {
  const { uuid } = report;
  const canWrite = useCan('deliverables', 'write');
  const query = useQuery({ ...summaryQuery(uuid), enabled: opened });
  const refresh = () => {
    if (opened) void query.refetch();
  };
  useHubEvent('UserNotifications', refresh);
  useReconnect(refresh);
  const actions = useVersions({
    queryKey: summaryKey(uuid),
    deleteVersion: (documentId) => deleteSummary(uuid, documentId),
    failures: FAILURES,
  });
  const { data } = query;
  const pending = data?.pending ?? [];
  const versions = (
    <Versions
      query={{ ...query, data: data?.documents }}
      actions={actions}
      pending={
        pending.length > 0 && (
          <PendingVersions
            pending={pending}
            onRetry={(documentId) => retrySummary(uuid, documentId)}
            failure="generateSummary"
            onSettled={query.refetch}
          />
        )
      }
    />
  );
  return (
    <LargeDialog
      title={`Summary of “${report.name}”`}
      opened={opened}
      onClose={onClose}
      {...(!canWrite && { size: '48rem' })}
    >
      {canWrite && data ? (
        <SummaryPages report={report} isChanged={isChanged} summary={data}>
          {versions}
        </SummaryPages>
      ) : (
        <div className={classes.alone}>{versions}</div>
      )}
    </LargeDialog>
  );
}
