import { Dialog } from '@/components/dialog';
import { showFailure, showMessage, showSuccess } from '@/lib/toast';
import { conflictingRecord } from '@/lib/conflicting-record';
import { formatCount } from '@/list/grid/format-cell';
import type { DeliverableTemplate } from 'firmbook-wasm';
import { useState } from 'react';
import { deleteTemplate } from './api';
import { useTemplatesChanged } from './use-templates-changed';

interface DeleteTemplateProps {
  template: DeliverableTemplate;
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

/** Confirms the deletion of a template. */
export function DeleteTemplate({ template, opened, onClose, onDeleted }: DeleteTemplateProps) {
  const { uuid, name, version, isDefault, scheduleCount } = template;
  const [isRunning, setIsRunning] = useState(false);
  const changed = useTemplatesChanged();

  const run = async () => {
    if (version === null) return;
    setIsRunning(true);
    try {
      await deleteTemplate(uuid, version);
      showSuccess(`${name} deleted`);
      onDeleted();
    } catch (reason) {
      if (conflictingRecord(reason)) showMessage(CHANGED);
      else showFailure(undefined, reason);
    } finally {
      setIsRunning(false);
      onClose();
    }
    await changed();
  };

  return (
    <Dialog
      title={`Delete “${name}”?`}
      opened={opened}
      onClose={onClose}
      action={{ label: 'Delete', run: () => void run(), isRunning, isDestructive: true }}
      cancelLabel="Keep"
    >
      <p>
        The template and its texts are deleted, including texts for individual agents, owners or reports with
        this template. Generated documents are kept.
      </p>
      {scheduleCount > 0 && (
        <p>
          {scheduleCount === 1
            ? '1 cohort schedule attaches'
            : `${formatCount(scheduleCount)} cohort schedules attach`}{' '}
          documents of this template. {scheduleCount === 1 ? 'It pauses' : 'They pause'} at the next send
          until another template is chosen.
        </p>
      )}
      <p>{isDefault && 'The standard template becomes the default. '}This cannot be undone.</p>
    </Dialog>
  );
}

const CHANGED = {
  title: 'Template not deleted',
  message: 'Someone else changed it. Check the changes, then delete it again.',
  kind: 'error',
} as const;
