import type { ContactInput, ContactRecord, Person } from 'firmbook-wasm';
import type { KindOfContact } from '../../kinds';
import { fieldsOf } from '../fields';

/** A field that somebody else changed to something that this form does not say. */
export interface Difference {
  path: string;
  label: string;
  /** As the form was opened, as it was typed, as it is saved now; ready to be shown. */
  base: string;
  mine: string;
  theirs: string;
  /** The form changed it too. */
  isBoth: boolean;
}

export type Side = 'mine' | 'theirs';
export type Choices = Readonly<Record<string, Side>>;

const TAX_ID = 'person.taxId';

/** What somebody else changed while the form was open, unless the form says the same. Conflicts come first. */
export function differences(
  kind: KindOfContact,
  base: ContactRecord,
  mine: Person,
  theirs: ContactRecord,
): Difference[] {
  const found: Difference[] = [];
  for (const { path, label, read, show } of fieldsOf(kind.noun)) {
    // Compared as shown: two spellings of one phone number are no difference.
    const shown = (person: Person) => {
      const value = read(person);
      return value && show(value).replace(/\s+/g, ' ');
    };
    const [old, typed, saved] = [shown(base.person), shown(mine), shown(theirs.person)];
    if (saved === old || saved === typed) continue;
    found.push({ path, label, base: old, mine: typed, theirs: saved, isBoth: typed !== old });
  }
  // Nobody sees a whole number here: masks are compared, and an untouched field keeps what is stored.
  const typedNumber = mine.taxId ?? null;
  if (typedNumber !== null && base.taxIdMasked !== theirs.taxIdMasked) {
    found.push({
      path: TAX_ID,
      label: 'Tax ID',
      base: base.taxIdMasked ?? '',
      mine: typedNumber && `${mine.organizationName ? '**-***' : '***-**-'}${typedNumber.slice(-4)}`,
      theirs: theirs.taxIdMasked ?? '',
      isBoth: true,
    });
  }
  return found.toSorted((a, b) => Number(b.isBoth) - Number(a.isBoth));
}

/** Where only the others changed something, theirs is the natural choice; a conflict has none. */
export const firstChoices = (found: readonly Difference[]): Choices =>
  Object.fromEntries(found.filter(({ isBoth }) => !isBoth).map(({ path }) => [path, 'theirs' as const]));

/** What was typed, with theirs in the fields for which it was chosen. */
export function merged(mine: Person, theirs: ContactRecord, choices: Choices): Person {
  const person: Person = { ...mine, address: { ...mine.address } };
  for (const [path, side] of Object.entries(choices)) {
    if (side === 'mine') continue;
    // The number stays as it is stored now.
    if (path === TAX_ID) person.taxId = null;
    else copyField(path, theirs.person, person);
  }
  return person;
}

function copyField(path: string, from: Person, to: Person) {
  const key = path.slice(path.lastIndexOf('.') + 1);
  const isAddress = path.startsWith('person.address.');
  const source: object = isAddress ? (from.address ?? {}) : from;
  const target: object = isAddress ? (to.address ?? {}) : to;
  Object.assign(target, { [key]: (source as Record<string, unknown>)[key] ?? null });
}

/** What a form would send of a merged person on top of the version that was met. */
export const inputOver = (person: Person, theirs: ContactRecord): ContactInput => ({
  person,
  version: theirs.version,
});
