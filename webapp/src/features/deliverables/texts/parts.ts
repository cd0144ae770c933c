import type { Action } from 'firmbook-wasm';

/** A text of a book of business. */
export interface TextPart {
  /** Last part of its path. */
  path: 'CoverPage' | 'Disclosure' | 'Recommendation';
  name: string;
  /** Actions of the error catalog. Without them, failures have a general title. */
  failures: { save: Action | undefined; revert: Action | undefined };
}

const failures = { save: undefined, revert: undefined };

export const PARTS: readonly TextPart[] = [
  { path: 'CoverPage', name: 'Cover page', failures },
  { path: 'Disclosure', name: 'Disclosure', failures },
  { path: 'Recommendation', name: 'Recommendation', failures },
];
