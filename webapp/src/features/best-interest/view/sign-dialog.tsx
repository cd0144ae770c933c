import { Dialog } from '@/components/dialog';
import names from '@/components/name-dialog.module.css';
import { useToday } from '@/lib/today';
import { showSuccess } from '@/lib/toast';
import { useSettingsForm } from '@/lib/use-settings-form';
import { conflictingRecord } from '@/lib/conflicting-record';
import { TextInput } from '@mantine/core';
import { bestInterestChoices, checkBestInterestSignature } from 'firmbook-later';
import type { BestInterestVersion } from 'firmbook-wasm';
import { useId, useState } from 'react';
import { signForm, type Owner } from '../api';
import classes from '../best-interest.module.css';
import { DocumentField } from '../form/document-field';
import { useFormsChanged } from '../use-forms-changed';

interface SignDialogProps {
  owner: Owner;
  version: BestInterestVersion;
  opened: boolean;
  onClose: () => void;
}

/** Records the signatures of a complete form. */
export function SignDialog({ owner, version, opened, onClose }: SignDialogProps) {
  const id = useId();
  const [isSaving, setIsSaving] = useState(false);
  return (
    <Dialog
      title={`Sign version ${version.number}`}
      opened={opened}
      onClose={onClose}
      action={{ label: 'Sign', run: { form: id }, isRunning: isSaving }}
    >
      <p>A signed form cannot be changed. It supersedes the form that was signed before.</p>
      <SignForm id={id} owner={owner} version={version} onClose={onClose} onSaving={setIsSaving} />
    </Dialog>
  );
}

interface SignFormProps extends Omit<SignDialogProps, 'opened'> {
  id: string;
  onSaving: (isSaving: boolean) => void;
}

function SignForm({ id, owner, version: current, onClose, onSaving }: SignFormProps) {
  // The version that the user has read.
  const [version] = useState(current);
  const { content, uuid } = version;
  const today = useToday();
  const changed = useFormsChanged(owner);
  const { lineChars } = bestInterestChoices();
  const [note, setNote] = useState<string | null>(null);
  const { form, submit } = useSettingsForm({
    initialValues: {
      consumer: content.owner.name,
      consumerSignedOn: '',
      producer: content.form.recommendation?.producer ?? '',
      producerSignedOn: '',
      documentId: null as string | null,
    },
    validate: (values) =>
      checkBestInterestSignature({ ...values, version: version.version }, content.form, today),
    failure: 'updateBestInterest',
    onSave: async (values) => {
      onSaving(true);
      setNote(null);
      try {
        await signForm(owner, uuid, { ...values, version: version.version });
        showSuccess(`Version ${version.number} signed`);
        // Before the dialog closes, so that the focus does not return to a button that disappears.
        await changed();
        onClose();
      } catch (reason) {
        if (!conflictingRecord(reason)) throw reason;
        setNote('Someone else changed this form meanwhile. Close this dialog and read the form again.');
        await changed();
      } finally {
        onSaving(false);
      }
    },
  });
  const name = { autoComplete: 'off', maxLength: lineChars, withAsterisk: true } as const;
  const day = { type: 'date', withAsterisk: true } as const;
  return (
    <form id={id} className={names.form} onSubmit={submit} noValidate>
      {note && (
        <p role="alert" className={classes.fault}>
          {note}
        </p>
      )}
      <TextInput
        label="Consumer"
        description="The owner, or the person who signs for the owner."
        data-autofocus
        {...name}
        {...form.getInputProps('consumer')}
      />
      <TextInput label="Consumer signed on" {...day} {...form.getInputProps('consumerSignedOn')} />
      <TextInput label="Producer" {...name} {...form.getInputProps('producer')} />
      <TextInput label="Producer signed on" {...day} {...form.getInputProps('producerSignedOn')} />
      <DocumentField owner={owner} label="Signed document" {...form.getInputProps('documentId')} />
    </form>
  );
}
