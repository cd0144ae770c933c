import { Dialog } from '@/components/dialog';
import { showFailure, showSuccess } from '@/lib/toast';
import { conflictingRecord } from '@/lib/conflicting-record';
import type { BestInterestVersion } from 'firmbook-wasm';
import { useState } from 'react';
import { deleteForm, type Owner } from '../api';
import { useFormsChanged } from '../use-forms-changed';
import { isVersionConflict } from './use-form-actions';

interface DeleteDialogProps {
  owner: Owner;
  version: BestInterestVersion;
  opened: boolean;
  onClose: () => void;
}

/** Confirms the deletion of a form that is not signed. */
export function DeleteDialog({ owner, version, opened, onClose }: DeleteDialogProps) {
  const { uuid, number } = version;
  const changed = useFormsChanged(owner);
  const [isRunning, setIsRunning] = useState(false);

  const run = async () => {
    setIsRunning(true);
    try {
      await deleteForm(owner, uuid, version.version);
      showSuccess(`Version ${number} deleted`);
    } catch (reason) {
      if (conflictingRecord(reason)) isVersionConflict('Form not deleted');
      else showFailure('updateBestInterest', reason);
    }
    // Before the dialog closes, so that the focus does not return to a button that disappears.
    await changed();
    setIsRunning(false);
    onClose();
  };

  return (
    <Dialog
      title={`Delete version ${number}?`}
      opened={opened}
      onClose={onClose}
      action={{ label: 'Delete', run: () => void run(), isRunning, isDestructive: true }}
      cancelLabel="Keep"
    >
      <p>The form that is not signed yet is deleted. Signed versions stay. This cannot be undone.</p>
    </Dialog>
  );
}
