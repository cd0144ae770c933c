import { useForm } from '@mantine/form';
import type { Action, FieldProblem } from 'firmbook-wasm';
import { useCallback, useRef, useState, type FormEvent } from 'react';
import { fieldMessages, focusFirstInvalid } from './field-messages';
import { ApiError } from './http';
import { showFailure } from './toast';

interface SettingsFormOptions<T> {
  initialValues: T;
  /** Validates on blur and before saving. */
  validate?: (values: T) => FieldProblem[];
  /**
   * Saves the values. Field errors in a thrown `ApiError` are shown next to their fields, any other
   * error as a toast. Call `done` to mark the form as saved, with the stored values if they differ
   * from the submitted ones.
   */
  onSave: (values: T, done: (saved?: T) => void) => Promise<void>;
  /** The failed action, as named in the error catalog. */
  failure?: Action;
}

/** Manages the state, validation and saving of a small form. */
export function useSettingsForm<T extends Record<string, unknown>>({
  initialValues,
  validate = () => [],
  onSave,
  failure,
}: SettingsFormOptions<T>) {
  const [isSaving, setIsSaving] = useState(false);
  const form = useForm<T>({
    initialValues,
    validateInputOnBlur: true,
    validate: (values) => fieldMessages(validate(values)),
  });
  const isSaved = useRef(false);
  const { isDirty } = form;
  const hasUnsaved = useCallback(() => !isSaved.current && isDirty(), [isDirty]);

  const save = async (values: T) => {
    setIsSaving(true);
    try {
      await onSave(values, (saved = values) => {
        isSaved.current = true;
        form.resetDirty(saved);
      });
    } catch (reason) {
      const problems = reason instanceof ApiError ? (reason.problem?.errors ?? []) : [];
      const errors = fieldMessages(problems);
      form.setErrors(errors);
      if (problems.length === 0) showFailure(failure, reason);
      else focusFirstInvalid(errors);
    } finally {
      isSaved.current = false;
      setIsSaving(false);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => form.onSubmit(save, focusFirstInvalid)(event);

  return { form, hasUnsaved, isSaving, submit };
}
