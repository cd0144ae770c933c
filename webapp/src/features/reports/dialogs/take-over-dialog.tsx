import { Dialog } from '@/components/dialog';
import { ApiError } from '@/lib/http';
import { showFailure, showSuccess } from '@/lib/toast';
import { useState } from 'react';
import { takeOverReport } from '../api/calls';
import { useReportsChanged } from '../api/use-reports-changed';
import classes from './dialogs.module.css';
import type { Report } from '../api/report';

interface TakeOverDialogProps {
  report: Report;
  opened: boolean;
  onClose: () => void;
}

/** Confirms taking over an orphaned report. */
export function TakeOverDialog({ report, opened, onClose }: TakeOverDialogProps) {
  const [isRunning, setIsRunning] = useState(false);
  const [errorMessage, setErrorMessage] = useState<string>();
  const changed = useReportsChanged();

  const run = async () => {
    setIsRunning(true);
    try {
      await changed.saved(await takeOverReport(report));
      onClose();
      showSuccess(`“${report.name}” is yours`);
    } catch (reason) {
      if (reason instanceof ApiError && reason.problem?.code === 'name_taken')
        setErrorMessage(reason.message);
      else showFailure('updateReport', reason);
    } finally {
      setIsRunning(false);
    }
  };

  return (
    <Dialog
      title={`Take over “${report.name}”?`}
      opened={opened}
      onClose={onClose}
      action={{ label: 'Take over', run: () => void run(), isRunning }}
      cancelLabel="Cancel"
    >
      <p>
        {report.ownerName ?? 'Its owner'} has left the firm. You become the owner of the report. Users of the
        firm and subscribers keep it.
      </p>
      <p>
        Outside advisors lose access, because they would see your rows. Share the report with them again if
        needed.
      </p>
      {errorMessage && (
        <p className={classes.refusal} role="alert">
          {errorMessage} Rename that one first.
        </p>
      )}
    </Dialog>
  );
}
