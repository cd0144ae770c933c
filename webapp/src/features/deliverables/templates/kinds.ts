import { KINDS, type DeliverableKind } from '../kinds';

export interface Kind {
  kind: DeliverableKind;
  name: string;
  /** Whether the contracts can be grouped. Summaries by owner always group by owner. */
  isGrouped: boolean;
}

/** The kinds of documents that have templates. */
export const TEMPLATE_KINDS: readonly Kind[] = [
  { kind: KINDS.agentBook, name: 'Agent book of business', isGrouped: true },
  { kind: KINDS.ownerBook, name: 'Client book of business', isGrouped: true },
  { kind: KINDS.summary, name: 'Report summary', isGrouped: true },
  { kind: KINDS.summaryByOwner, name: 'Report summary by owner', isGrouped: false },
];

export const kindBy = (deliverableKind: DeliverableKind): Kind =>
  TEMPLATE_KINDS.find(({ kind }) => kind === deliverableKind) ?? {
    kind: deliverableKind,
    name: '',
    isGrouped: true,
  };
