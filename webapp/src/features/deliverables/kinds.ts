/** Kinds of documents, by their numbers in the API. */
export const KINDS = { agentBook: 1, ownerBook: 2, summary: 3, summaryByOwner: 4, letter: 5 } as const;

export type DeliverableKind = (typeof KINDS)[keyof typeof KINDS];
/** Kinds with templates. Letters have only a text. */
export type TemplateKind = Exclude<DeliverableKind, typeof KINDS.letter>;
export type BookKind = 1 | 2;
export type SummaryKind = 3 | 4;

/** The subject of a document: an agent, an owner or a saved report. */
export interface Subject<Kind extends DeliverableKind = DeliverableKind> {
  kind: Kind;
  uuid: string;
}
