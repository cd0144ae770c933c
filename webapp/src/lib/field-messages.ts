import type { FieldProblem } from 'firmbook-wasm';

export type FieldMessages = Record<string, string>;

/**
 * Returns the first error or the first warning of each field. `keyOf` returns the name of a field
 * in the form.
 */
export function fieldMessages(
  problems: readonly FieldProblem[],
  severity: 'error' | 'warning' = 'error',
  keyOf: (problem: FieldProblem) => string = ({ field }) => field,
): FieldMessages {
  const messages: FieldMessages = {};
  for (const problem of problems)
    if (Boolean(problem.warning) === (severity === 'warning')) messages[keyOf(problem)] ??= problem.message;
  return messages;
}

/** Focuses the first input on the page that has an error. */
export function focusFirstInvalid(errors: Readonly<Record<string, unknown>>) {
  for (const input of document.querySelectorAll<HTMLElement>('[data-path]'))
    if ((input.dataset.path ?? '') in errors) return input.focus();
}
