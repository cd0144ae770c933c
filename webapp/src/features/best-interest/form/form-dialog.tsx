import { LargeDialog } from '@/components/large-dialog';
import { UnsavedGuard } from '@/components/unsaved-guard';
import { useUnsaved } from '@/lib/use-unsaved';
import type { BestInterestFile, BestInterestVersion } from 'firmbook-wasm';
import { useState } from 'react';
import type { Owner } from '../api';
import { newValues, valuesOf, type FormValues } from '../form-values';
import { findOpenForm, findSignedForm, isOpen } from '../states';
import { NEW } from '../use-panel';
import { BestInterestForm } from './best-interest-form';

interface FormDialogProps {
  owner: Owner;
  file: BestInterestFile;
  /** The form to edit: its uuid, or `NEW`. Null closes the dialog. */
  open: string | null;
  field: string | null;
  onClose: () => void;
}

/** The form that was opened. Updates from other users do not replace it. */
export interface Opened {
  /** The form to change. Null for a new one. */
  stored: BestInterestVersion | null;
  values: FormValues;
}

/** Returns the form to edit, or null if there is none that can be edited. */
function openedOf(file: BestInterestFile, open: string | null): Opened | null {
  if (open === NEW)
    return findOpenForm(file) ? null : { stored: null, values: newValues(file, findSignedForm(file)) };
  const stored = file.versions.find(({ uuid }) => uuid === open);
  return stored && isOpen(stored) ? { stored, values: valuesOf(stored) } : null;
}

/** Dialog with the best interest form of an owner. */
export function FormDialog({ owner, file, open, field, onClose }: FormDialogProps) {
  const { hasUnsaved, setUnsaved } = useUnsaved();
  const [last, setLast] = useState(() => ({ open, opened: openedOf(file, open) }));
  if (last.open !== open) setLast({ open, opened: openedOf(file, open) });
  const { opened } = last;
  const number = opened?.stored?.number ?? (file.versions[0]?.number ?? 0) + 1;
  return (
    <LargeDialog
      title={`Best interest form, version ${number}`}
      opened={opened !== null}
      onClose={onClose}
      closeOnClickOutside={false}
      size="64rem"
    >
      {opened && (
        <BestInterestForm
          owner={owner}
          file={file}
          opened={opened}
          field={field}
          onClose={onClose}
          onUnsaved={setUnsaved}
        />
      )}
      {/* The dialog is part of the URL, so closing it is a navigation. */}
      <UnsavedGuard isActive={opened !== null} hasUnsaved={hasUnsaved} />
    </LargeDialog>
  );
}
