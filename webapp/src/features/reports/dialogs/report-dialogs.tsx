import { DeleteDialog } from './delete-dialog';
import { EditDialog } from './edit-dialog';
import { ShareDialog } from './share-dialog';
import { SubscriptionDialog } from './subscription-dialog';
import { TakeOverDialog } from './take-over-dialog';
import type { DialogName } from './use-report-dialogs';
import type { Report } from '../api/report';

interface ReportDialogsProps {
  name: DialogName;
  /** Exactly one, except for deleting. */
  reports: readonly Report[];
  opened: boolean;
  onClose: () => void;
  onDeleted: (uuids: string[]) => void;
}

export function ReportDialogs({ name, reports, opened, onClose, onDeleted }: ReportDialogsProps) {
  const [report] = reports;
  if (!report) return null;
  const props = { report, opened, onClose };
  switch (name) {
    case 'edit':
      return <EditDialog {...props} />;
    case 'share':
      return <ShareDialog {...props} />;
    case 'subscription':
      return <SubscriptionDialog {...props} />;
    case 'takeOver':
      return <TakeOverDialog {...props} />;
    case 'delete':
      return <DeleteDialog reports={reports} opened={opened} onClose={onClose} onDeleted={onDeleted} />;
  }
}
