import { fieldMessages, focusFirstInvalid, type FieldMessages } from './field-messages';
import type { FieldProblem } from 'firmbook-wasm';
import { useState } from 'react';

/**
 * Manages the errors shown in a small form. `problems` are the problems of the current values. They
 * are shown for fields that have lost focus, and for all fields after an attempt to save. Errors
 * from the server take precedence.
 */
export function useFieldErrors(problems: readonly FieldProblem[]) {
  const [touched, setTouched] = useState<readonly string[]>([]);
  const [serverErrors, setServerErrors] = useState<FieldMessages>({});
  const errors = fieldMessages(problems);
  return {
    /** Props for a field's input. */
    inputOf: (field: string) => ({
      'data-path': field,
      error: serverErrors[field] ?? (touched.includes(field) ? errors[field] : undefined),
      onBlur: () => setTouched((fields) => [...fields, field]),
    }),
    /** Hides the server's error about a field whose value changed. */
    clearServerError: (field: string) =>
      setServerErrors((old) => Object.fromEntries(Object.entries(old).filter(([key]) => key !== field))),
    /** Shows all errors and returns whether there are none. */
    validateAll: () => {
      setServerErrors({});
      setTouched((fields) => [...fields, ...Object.keys(errors)]);
      focusFirstInvalid(errors);
      return Object.keys(errors).length === 0;
    },
    /** Shows the errors from a rejected save. */
    showServerErrors: (rejected: readonly FieldProblem[]) => {
      const messages = fieldMessages(rejected);
      setServerErrors(messages);
      focusFirstInvalid(messages);
    },
  };
}
