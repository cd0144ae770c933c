import { Dialog } from '@/components/dialog';
import { ApiError } from '@/lib/http';
import { useSettingsForm } from '@/lib/use-settings-form';
import { Button, Textarea, TextInput } from '@mantine/core';
import type { Action } from 'firmbook-wasm';
import { useId, type ReactNode } from 'react';
import classes from './dialogs.module.css';

export interface ReportNames {
  name: string;
  description: string;
  [field: string]: unknown;
}

interface ReportFormProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  initial: ReportNames;
  saveLabel: string;
  failure: Action;
  onSave: (values: ReportNames) => Promise<void>;
  /** Replaces the form. */
  instead?: ReactNode;
  /** Shown above the fields. */
  children?: ReactNode;
}

/** Dialog for the name and description of a report. */
export function ReportForm(props: ReportFormProps) {
  const { title, opened, onClose, instead } = props;
  const id = useId();
  const { form, isSaving, submit } = useSettingsForm({
    initialValues: props.initial,
    onSave: (values) => props.onSave(values).catch(aboutName),
    failure: props.failure,
  });
  return (
    <Dialog
      title={title}
      opened={opened}
      onClose={onClose}
      actions={
        !instead && (
          <>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form={id} loading={isSaving}>
              {props.saveLabel}
            </Button>
          </>
        )
      }
    >
      {instead}
      <form id={id} className={classes.form} hidden={Boolean(instead)} onSubmit={submit} noValidate>
        {props.children}
        <TextInput
          data-autofocus
          label="Name"
          withAsterisk
          maxLength={80}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <Textarea
          label="Description"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={500}
          {...form.getInputProps('description')}
        />
      </form>
    </Dialog>
  );
}

/** Converts a duplicate name into an error of the name field. */
function aboutName(reason: unknown): never {
  const problem = reason instanceof ApiError ? reason.problem : null;
  if (problem?.code !== 'name_taken') throw reason;
  const { code, message } = problem;
  throw new ApiError(422, { ...problem, errors: [{ field: 'name', code, message, warning: false }] });
}
