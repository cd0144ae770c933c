import type { BookSubject } from '../api';
import type { DeliverableText, TextLevel } from 'firmbook-wasm';

/** Which books a text applies to. */
export type Scope = 'contact' | 'template' | 'firm';

export interface TextAddress {
  resource: BookSubject['resource'];
  path: string;
  templateUuid: string | null;
  /** The agent or owner. */
  uuid: string | null;
}

/** Returns where the text of a scope is stored. */
export function addressOf(
  { resource, uuid }: BookSubject,
  path: string,
  templateUuid: string,
  scope: Scope,
): TextAddress {
  return {
    resource,
    path,
    templateUuid: scope === 'firm' ? null : templateUuid,
    uuid: scope === 'contact' ? uuid : null,
  };
}

export const kindOf = (resource: BookSubject['resource']) => (resource === 'FirmAgent' ? 1 : 2);

const nounOf = (resource: BookSubject['resource']) => (resource === 'FirmAgent' ? 'agent' : 'owner');

/** Returns the scopes with their names. */
export function scopeOptions(resource: BookSubject['resource']): { value: Scope; label: string }[] {
  const noun = nounOf(resource);
  return [
    { value: 'contact', label: `This ${noun}` },
    { value: 'template', label: `All ${noun}s with this template` },
    { value: 'firm', label: `All ${noun}s of the firm` },
  ];
}

/** Returns the name of a level's text: "Firm's text". */
export function levelName(level: TextLevel, resource: BookSubject['resource']): string {
  switch (level) {
    case 'contact':
      return `This ${nounOf(resource)}’s text`;
    case 'report':
      return 'Report’s text';
    case 'template':
      return 'Template’s text';
    case 'firm':
      return 'Firm’s text';
    default:
      return 'Default text';
  }
}

/** Returns the name of a level's text within a sentence: "the firm's text". */
export function levelPhrase(level: TextLevel, resource: BookSubject['resource']): string {
  const lower = uncapitalized(levelName(level, resource));
  return level === 'contact' ? lower : `the ${lower}`;
}

/** Returns the books that a scope contains within a sentence: "all agents of the firm". */
export function scopePhrase(scope: Scope, resource: BookSubject['resource']): string {
  return uncapitalized(scopeOptions(resource).find(({ value }) => value === scope)?.label ?? '');
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
export const uncapitalized = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** Says where the text of a scope comes from, and what saving changes. */
export function originOf(
  { level, version }: Pick<DeliverableText, 'level' | 'version'>,
  scope: Scope,
  resource: BookSubject['resource'],
): string {
  const phrase = scopePhrase(scope, resource);
  const others = scope === 'template' ? `${nounOf(resource)}s` : `templates and ${nounOf(resource)}s`;
  const keep = scope === 'contact' ? '' : ` ${capitalized(others)} with their own text keep it.`;
  if (version !== null) return `This text is set for ${phrase}.${keep}`;
  return `${capitalized(levelPhrase(level, resource))} applies. Saving sets a text for ${phrase}.${keep}`;
}
