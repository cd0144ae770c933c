import type { Action } from 'firmbook-wasm';

/** A text of a document. */
export interface TextPart {
  /** Last part of its path. */
  path: 'CoverPage' | 'Disclosure' | 'Recommendation';
  name: string;
  /** Actions of the error catalog. */
  failures: { save: Action; revert: Action };
}

export const PARTS: readonly TextPart[] = [
  {
    path: 'CoverPage',
    name: 'Cover page',
    failures: { save: 'updateCoverPage', revert: 'revertCoverPage' },
  },
  {
    path: 'Disclosure',
    name: 'Disclosure',
    failures: { save: 'updateDisclosure', revert: 'revertDisclosure' },
  },
  {
    path: 'Recommendation',
    name: 'Recommendation',
    failures: { save: 'updateRecommendation', revert: 'revertRecommendation' },
  },
];
