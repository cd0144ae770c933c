import { NameDialog } from '@/components/name-dialog';
import { ConflictView } from '@/record/conflict-view';
import { showSuccess } from '@/lib/toast';
import { useState } from 'react';
import { useReportsChanged } from '../api/use-reports-changed';
import { useSaveReport } from '../report/use-save-report';
import type { Report } from '../api/report';

interface EditDialogProps {
  report: Report;
  opened: boolean;
  onClose: () => void;
}

/** Changes the name and description of a report. */
export function EditDialog({ report, opened, onClose }: EditDialogProps) {
  // The version that the form started from. Updates from other users do not replace it.
  const [base] = useState(report);
  const changed = useReportsChanged();
  const { conflict, save } = useSaveReport(report.reportType);
  return (
    <NameDialog
      title="Rename report"
      opened={opened}
      onClose={onClose}
      initial={{ name: base.name, description: base.description ?? '' }}
      saveLabel="Save"
      failure="updateReport"
      conflict={conflict && <ConflictView noun="report" {...conflict} />}
      onSave={async ({ name, description }) => {
        const saved = await save(base, { name, description: description || null, query: base.query });
        if (!saved) return;
        onClose();
        showSuccess(`“${saved.name}” saved`);
        await changed.saved(saved);
      }}
    />
  );
}
