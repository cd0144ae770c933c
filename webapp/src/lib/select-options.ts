import type { Choice } from 'firmbook-wasm';

/** Returns the options of a select that may stay empty. */
export const selectOptions = (choices: readonly Choice[], empty = '') => [
  { value: '', label: empty },
  ...choices.map(({ code, label }) => ({ value: String(code), label })),
];
