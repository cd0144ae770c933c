import { IconDownload, IconPencil } from '@/components/icons';
import { Button } from '@mantine/core';
import type { BestInterestFile, BestInterestVersion } from 'firmbook-wasm';
import { useState } from 'react';
import type { Owner } from '../api';
import classes from '../best-interest.module.css';
import { findOpenForm, findSignedForm, isOpen } from '../states';
import { NEW, usePanel } from '../use-panel';
import { DeleteDialog } from './delete-dialog';
import { SignDialog } from './sign-dialog';
import { useFormActions } from './use-form-actions';

interface FormActionsProps {
  owner: Owner;
  file: BestInterestFile;
  version: BestInterestVersion;
  canWrite: boolean;
  onClosed: () => void;
}

/** Buttons and dialogs for a version of a form. */
export function FormActions({ owner, file, version, canWrite, onClosed }: FormActionsProps) {
  const panel = usePanel();
  const { isSaving, setComplete, isDownloading, download } = useFormActions(owner);
  const [dialog, setDialog] = useState<'sign' | 'delete' | null>(null);
  const close = () => {
    setDialog(null);
    onClosed();
  };
  const isEditable = canWrite && isOpen(version);
  const isComplete = version.state === 'Complete';
  const signed = findSignedForm(file);
  const canCopy = canWrite && !findOpenForm(file) && signed !== null;
  const dialogProps = { owner, version, onClose: close };
  return (
    <div className={classes.buttons}>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={isDownloading}
        onClick={() => download(version)}
      >
        Download PDF
      </Button>
      {isEditable && (
        <>
          <Button variant="default" size="compact-md" color="danger" onClick={() => setDialog('delete')}>
            Delete
          </Button>
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => panel.edit(version.uuid)}
          >
            Edit
          </Button>
          <Button
            {...(isComplete && { variant: 'default' })}
            size="compact-md"
            loading={isSaving}
            onClick={() => setComplete(version, !isComplete)}
          >
            {isComplete ? 'Back to draft' : 'Mark complete'}
          </Button>
          {isComplete && (
            <Button size="compact-md" onClick={() => setDialog('sign')}>
              Sign
            </Button>
          )}
          <SignDialog {...dialogProps} opened={dialog === 'sign'} />
          <DeleteDialog {...dialogProps} opened={dialog === 'delete'} />
        </>
      )}
      {canCopy && (
        <Button size="compact-md" onClick={() => panel.edit(NEW)}>
          New version
        </Button>
      )}
    </div>
  );
}
