import { KINDS, type DeliverableKind } from '../kinds';
import type { DeliverableText, TextLevel } from 'firmbook-wasm';

/** The set of documents that a text applies to. */
export type Scope = 'subject' | 'template' | 'firm' | 'allFirms';

export interface TextAddress {
  kind: DeliverableKind;
  path: string;
  templateUuid: string | null;
  /** The agent, owner or report. */
  uuid: string | null;
  /** A default text, which staff set for all firms. */
  isOfAllFirms: boolean;
}

/** The documents whose texts are shown. Their texts can also be set for broader scopes. */
export interface TextTarget {
  kind: DeliverableKind;
  /** Null for all templates of the firm. */
  templateUuid: string | null;
  /** The agent, owner or report. Null for all of them. */
  uuid: string | null;
  /** The default texts, which staff set for all firms. */
  isOfAllFirms?: boolean;
}

/** Returns the narrowest scope of a target. */
export function scopeOf({ templateUuid, uuid, isOfAllFirms }: TextTarget): Scope {
  if (isOfAllFirms) return 'allFirms';
  if (uuid !== null) return 'subject';
  return templateUuid === null ? 'firm' : 'template';
}

/** Returns where the text of a scope is stored. */
export function addressOf({ kind, templateUuid, uuid }: TextTarget, path: string, scope: Scope): TextAddress {
  return {
    kind,
    path,
    templateUuid: scope === 'firm' ? null : templateUuid,
    uuid: scope === 'subject' ? uuid : null,
    isOfAllFirms: scope === 'allFirms',
  };
}

interface Nouns {
  /** Noun for the subject of one document. */
  singular: string;
  /** Plural noun for the documents or their subjects. */
  plural: string;
}

const NOUNS: Readonly<Record<DeliverableKind, Nouns>> = {
  [KINDS.agentBook]: { singular: 'agent', plural: 'agents' },
  [KINDS.ownerBook]: { singular: 'owner', plural: 'owners' },
  [KINDS.summary]: { singular: 'report', plural: 'report summaries' },
  [KINDS.summaryByOwner]: { singular: 'report', plural: 'summaries by owner' },
  [KINDS.letter]: { singular: 'letter', plural: 'Crummey letters' },
};

/** Returns the scopes with their names. */
export function scopeOptions(kind: DeliverableKind): { value: Scope; label: string }[] {
  const { singular: item, plural } = NOUNS[kind];
  return [
    { value: 'subject', label: `This ${item}` },
    { value: 'template', label: `All ${plural} with this template` },
    { value: 'firm', label: `All ${plural} in your firm` },
    { value: 'allFirms', label: `All ${plural} in all firms` },
  ];
}

/** Returns the name of a level's text: "Firm's text". */
export function levelName(level: TextLevel, kind: DeliverableKind): string {
  switch (level) {
    case 'contact':
    case 'report':
      return `This ${NOUNS[kind].singular}’s text`;
    case 'template':
      return 'Template’s text';
    case 'firm':
      return 'Firm’s text';
    default:
      return 'Default text';
  }
}

/** Returns a level's text as it appears within a sentence: "the firm's text". */
export function levelPhrase(level: TextLevel, kind: DeliverableKind, scope: Scope): string {
  // The only text below the staff's default text is the built-in one.
  if (scope === 'allFirms') return 'the built-in text';
  const lower = uncapitalized(levelName(level, kind));
  return lower.startsWith('this ') ? lower : `the ${lower}`;
}

/** Returns a scope as it appears within a sentence: "all agents in your firm". */
export function scopePhrase(scope: Scope, kind: DeliverableKind): string {
  return uncapitalized(scopeOptions(kind).find(({ value }) => value === scope)?.label ?? '');
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
export const uncapitalized = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** Returns a sentence about documents that keep their own text. */
function overridesPhrase(scope: Scope, kind: DeliverableKind, others: string): string {
  if (scope === 'allFirms') return ' Firms with their own text keep it.';
  // Letters have no narrower texts.
  if (scope === 'subject' || kind === KINDS.letter) return '';
  return ` ${capitalized(others)} with their own text keep it.`;
}

/** Explains where the text of a scope comes from, and what saving it changes. */
export function originOf(
  { level, version }: Pick<DeliverableText, 'level' | 'version'>,
  scope: Scope,
  kind: DeliverableKind,
): string {
  const phrase = scopePhrase(scope, kind);
  const { singular: item } = NOUNS[kind];
  const others = scope === 'template' ? `${item}s` : `templates and ${item}s`;
  const keep = overridesPhrase(scope, kind, others);
  if (version !== null) return `This text is set for ${phrase}.${keep}`;
  return `${capitalized(levelPhrase(level, kind, scope))} applies. Saving sets a text for ${phrase}.${keep}`;
}
