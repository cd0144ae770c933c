import type { Action } from 'firmbook-wasm';
import { KINDS, type DeliverableKind } from '../kinds';

/** A text of a document. */
export interface TextPart {
  /** Last segment of the API path. */
  path: 'CoverPage' | 'Disclosure' | 'Recommendation' | 'Letter';
  name: string;
  /** Actions of the error catalog. */
  failures: { save: Action; revert: Action };
}

const PARTS: readonly TextPart[] = [
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

const LETTER: TextPart = {
  path: 'Letter',
  name: 'Letter',
  failures: { save: 'updateLetter', revert: 'revertLetter' },
};

/** Returns the texts in a kind of document. */
export const partsOf = (kind: DeliverableKind): readonly TextPart[] =>
  kind === KINDS.letter ? [LETTER] : PARTS;
