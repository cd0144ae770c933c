import { fieldMessages, focusFirstInvalid, type FieldMessages } from './field-messages';
import type { FieldProblem } from 'firmbook-wasm';
import { useState } from 'react';

/**
 * Manages the errors shown in a small form. `found` holds the problems of the current values. They
 * are shown for fields that have lost focus, and for all fields after an attempt to save. Errors
 * from the server take precedence.
 */
export function useFieldErrors(found: readonly FieldProblem[]) {
  const [left, setLeft] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<FieldMessages>({});
  const errors = fieldMessages(found);
  return {
    /** Props for a field's input. */
    inputOf: (field: string) => ({
      'data-path': field,
      error: refused[field] ?? (left.includes(field) ? errors[field] : undefined),
      onBlur: () => setLeft((fields) => [...fields, field]),
    }),
    /** Hides the server's error about a field whose value changed. */
    forget: (field: string) =>
      setRefused((old) => Object.fromEntries(Object.entries(old).filter(([key]) => key !== field))),
    /** Shows all errors and returns whether there are none. */
    mayBeSaved: () => {
      setRefused({});
      setLeft((fields) => [...fields, ...Object.keys(errors)]);
      focusFirstInvalid(errors);
      return Object.keys(errors).length === 0;
    },
    /** Shows the errors from a rejected save. */
    refuse: (problems: readonly FieldProblem[]) => {
      const messages = fieldMessages(problems);
      setRefused(messages);
      focusFirstInvalid(messages);
    },
  };
}
