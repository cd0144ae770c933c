import { ApiError } from '@/lib/http';
import { useSettingsForm } from '@/lib/use-settings-form';
import { TextInput } from '@mantine/core';
import type { Action } from 'firmbook-wasm';
import { useId, type ReactNode } from 'react';
import { Dialog } from './dialog';
import { FreeTextArea } from './free-text-area';
import classes from './name-dialog.module.css';

export interface NameValues {
  name: string;
  description: string;
  [field: string]: unknown;
}

interface NameDialogProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  initial: NameValues;
  saveLabel: string;
  failure: Action;
  onSave: (values: NameValues) => Promise<void>;
  /** Fields shown above or below name and description, within the form. */
  before?: ReactNode;
  after?: ReactNode;
  /** Shown instead of the form, which keeps its values. */
  conflict?: ReactNode;
  /** Shown below the form, outside of it. */
  children?: ReactNode;
}

/** Dialog for the name and description of a report or cohort. */
export function NameDialog({ title, opened, onClose, conflict, ...props }: NameDialogProps) {
  const id = useId();
  const { form, isSaving, submit } = useSettingsForm({
    initialValues: props.initial,
    onSave: (values) => props.onSave(values).catch(asFieldError),
    failure: props.failure,
  });
  return (
    <Dialog
      title={title}
      opened={opened}
      onClose={onClose}
      action={conflict ? null : { label: props.saveLabel, run: { form: id }, isRunning: isSaving }}
    >
      {conflict}
      <div hidden={Boolean(conflict)}>
        <form id={id} className={classes.form} onSubmit={submit} noValidate>
          {props.before}
          <TextInput
            data-autofocus
            label="Name"
            withAsterisk
            maxLength={80}
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <FreeTextArea
            label="Description"
            autosize
            minRows={2}
            maxRows={6}
            maxLength={500}
            {...form.getInputProps('description')}
          />
          {props.after}
        </form>
        {props.children}
      </div>
    </Dialog>
  );
}

/** Converts a duplicate name into an error of the name field. */
function asFieldError(reason: unknown): never {
  const problem = reason instanceof ApiError ? reason.problem : null;
  if (problem?.code !== 'name_taken') throw reason;
  const { code, message } = problem;
  throw new ApiError(422, { ...problem, errors: [{ field: 'name', code, message, warning: false }] });
}
