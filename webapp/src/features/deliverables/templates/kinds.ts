import type { DeliverableKind } from '../kinds';

export interface Kind {
  kind: DeliverableKind;
  name: string;
  /** Whether the contracts can be grouped. Summaries by owner always group by owner. */
  isGrouped: boolean;
}

/** The kinds of documents that have templates. */
export const KINDS: readonly Kind[] = [
  { kind: 1, name: 'Agent book of business', isGrouped: true },
  { kind: 2, name: 'Client book of business', isGrouped: true },
  { kind: 3, name: 'Report summary', isGrouped: true },
  { kind: 4, name: 'Report summary by owner', isGrouped: false },
];

export const kindBy = (wanted: DeliverableKind): Kind =>
  KINDS.find(({ kind }) => kind === wanted) ?? { kind: wanted, name: '', isGrouped: true };
