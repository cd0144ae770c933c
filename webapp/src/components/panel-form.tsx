import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import classes from './panel-form.module.css';

interface PanelFormProps {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onCancel: () => void;
  saveLabel: string;
  isSaving: boolean;
  /** Announced above the fields, such as a version conflict. */
  note?: string | null;
  hidden?: boolean;
  /** Shown above the buttons, outside the scrolling fields. */
  hint?: ReactNode;
  children: ReactNode;
}

/** The form in a side panel: scrolling fields with the buttons below them. */
export function PanelForm({ onSubmit, onCancel, saveLabel, isSaving, note, ...props }: PanelFormProps) {
  return (
    <form className={classes.form} onSubmit={onSubmit} hidden={props.hidden ?? false} noValidate>
      {note && (
        <p role="alert" className={classes.note}>
          {note}
        </p>
      )}
      <div className={classes.fields}>{props.children}</div>
      {props.hint}
      <div className={classes.foot}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={isSaving}>
          {saveLabel}
        </Button>
      </div>
    </form>
  );
}

/** A titled group of fields in two columns. */
export const FormSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className={classes.section}>
    <legend>{title}</legend>
    {children}
  </fieldset>
);
