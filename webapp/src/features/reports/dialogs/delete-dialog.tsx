import { Dialog } from '@/components/dialog';
import { showFailure, showSuccess } from '@/lib/toast';
import { useState } from 'react';
import { deleteReport } from '../api/calls';
import { useReportsChanged } from '../api/use-reports-changed';
import type { Report } from '../api/report';

interface DeleteDialogProps {
  reports: readonly Report[];
  opened: boolean;
  onClose: () => void;
  onDeleted: (uuids: string[]) => void;
}

/** Confirms the deletion of reports, naming the other users affected. */
export function DeleteDialog({ reports, opened, onClose, onDeleted }: DeleteDialogProps) {
  const [isRunning, setIsRunning] = useState(false);
  const changed = useReportsChanged();
  const subject = nameOf(reports);

  const run = async () => {
    setIsRunning(true);
    const results = await Promise.allSettled(reports.map(deleteReport));
    const done = reports.filter((_, i) => results[i]?.status === 'fulfilled');
    const failed = results.find((result) => result.status === 'rejected');
    setIsRunning(false);
    onClose();
    if (done.length) showSuccess(`${nameOf(done)} deleted`);
    if (failed) showFailure('deleteReport', failed.reason);
    onDeleted(done.map(({ uuid }) => uuid));
    await changed.removed(done);
  };

  return (
    <Dialog
      title={`Delete ${subject}?`}
      opened={opened}
      onClose={onClose}
      action={{ label: 'Delete', run: () => void run(), isRunning, isDestructive: true }}
      cancelLabel="Keep"
    >
      <p>{consequences(reports)}</p>
      <p>Summaries are deleted too. Policies, annuities and contacts are not deleted.</p>
    </Dialog>
  );
}

const nameOf = (reports: readonly Report[]) =>
  reports.length === 1 ? `“${reports[0]?.name}”` : `${reports.length} reports`;

/** Describes how many subscribers and other users the deletion affects. */
function consequences(reports: readonly Report[]): string {
  const sum = (count: (report: Report) => number) => reports.reduce((all, report) => all + count(report), 0);
  const subscribers = sum(({ subscriptionCount }) => subscriptionCount);
  const shared = sum(({ sharedCount }) => sharedCount);
  const it = reports.length === 1 ? 'it' : 'them';
  const subscribed =
    subscribers === 0
      ? `No one subscribes to ${it}`
      : `${subscribers === 1 ? '1 subscriber' : `${subscribers.toLocaleString('en-US')} subscribers`} will no longer be notified`;
  const warning =
    shared === 0
      ? ''
      : `, and ${shared === 1 ? '1 other user' : `${shared.toLocaleString('en-US')} other users`} will lose access`;
  return `${subscribed}${warning}. This cannot be undone.`;
}
