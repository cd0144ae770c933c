import { contactFields, type ContactField } from '@/features/contacts/fields';
import type { Person } from 'firmbook-wasm';
import type { AffectedContact, MergeTarget } from './merge-kinds';

/** A row of the comparison: one value per contact, of which the user picks one. */
export interface ComparedField {
  /** Path such as `person.email`, `customFields.Tier` or `taxId`. */
  path: string;
  label: string;
  /** Formatted values, in the order of the contacts. Empty if a contact has no value. */
  values: string[];
  /** Indexes of the contacts whose value can be picked. */
  choices: number[];
}

/** Index of the picked contact by field path. `pickOf` has the defaults for fields that are not listed. */
export type Picks = Record<string, number>;

/** Used instead of a contact's index: keeps the values of all contacts. */
export const ALL = -1;

const NOTES = 'person.notes';
const CUSTOM = 'customFields.';
const TAX_ID = 'taxId';

/** Returns the fields for which at least one contact has a value. */
export function compareFields(contacts: readonly AffectedContact[], target: number): ComparedField[] {
  const rows: ComparedField[] = contactFields.map((field) => ({
    path: field.path,
    label: field.label,
    values: contacts.map(({ contact }) => shown(field, contact.person as Person)),
    choices: contacts.map((_, index) => index),
  }));
  const names = new Set(contacts.flatMap(({ contact }) => Object.keys(contact.customFields)));
  for (const name of [...names].toSorted()) {
    rows.push({
      path: CUSTOM + name,
      label: name,
      values: contacts.map(({ contact }) => contact.customFields[name] ?? ''),
      choices: contacts.map((_, index) => index),
    });
  }
  const taxIds = contacts.map(({ contact }) => contact.taxIdMasked ?? '');
  rows.push({
    path: TAX_ID,
    label: 'Tax ID',
    values: taxIds,
    // The remaining contact's tax ID is never replaced.
    choices: taxIds[target]
      ? [target]
      : contacts.flatMap((_, index) => (taxIds[index] || index === target ? [index] : [])),
  });
  return rows.filter(({ values }) => values.some((value) => value !== ''));
}

const shown = (field: ContactField, person: Person) => {
  const value = field.valueOf(person);
  return value && field.show(value);
};

/** Returns the label of a field, given its path. */
export const labelOf = (path: string) =>
  contactFields.find((field) => field.path === path)?.label ?? path.replace(CUSTOM, '');

/** Returns whether a field can keep the values of all contacts. */
export const canKeepAll = ({ path }: ComparedField) => path === NOTES;

export const differs = ({ values }: ComparedField) => new Set(values).size > 1;

/**
 * Returns the index of the contact whose value is kept: the picked one, else the remaining contact if it has
 * a value, else the first one with a value. If notes differ and none are picked, returns `ALL`.
 */
export function pickOf(field: ComparedField, picks: Picks, target: number): number {
  const picked = picks[field.path];
  if (picked !== undefined && (field.choices.includes(picked) || canKeepAll(field))) return picked;
  if (canKeepAll(field) && field.values.filter(Boolean).length > 1 && differs(field)) return ALL;
  if (field.values[target]) return target;
  return field.choices.find((index) => field.values[index]) ?? target;
}

/** Returns the remaining contact with the picked values, as a request body. */
export function mergeTarget(
  contacts: readonly AffectedContact[],
  target: number,
  picks: Picks,
  confirmDifferences: boolean,
): MergeTarget {
  const targetContact = contacts[target]?.contact;
  if (!targetContact) throw new RangeError('no such contact');
  const person: Person = structuredClone(targetContact.person) as Person;
  const customFields = { ...targetContact.customFields };
  let taxIdFrom: string | null = null;
  for (const field of compareFields(contacts, target)) {
    const pick = pickOf(field, picks, target);
    if (pick === ALL) person.notes = [...new Set(field.values.filter(Boolean))].join('\n\n');
    const from = contacts[pick]?.contact;
    if (!from || from === targetContact) continue;
    const name = field.path.startsWith(CUSTOM) ? field.path.slice(CUSTOM.length) : null;
    if (field.path === TAX_ID) taxIdFrom = from.uuid;
    else if (name === null) copy(field.path, from.person as Person, person);
    else if (from.customFields[name]) customFields[name] = from.customFields[name];
    else delete customFields[name];
  }
  return {
    uuid: targetContact.uuid,
    version: targetContact.version,
    person,
    customFields,
    taxIdFrom,
    confirmDifferences,
  };
}

/** Copies the value at a path such as `person.address.city`. */
function copy(path: string, from: Person, to: Person): void {
  const [, key = '', part] = path.split('.');
  if (part === undefined) Object.assign(to, { [key]: (from as unknown as Record<string, unknown>)[key] });
  else {
    const value = (from.address as unknown as Record<string, unknown>)[part];
    Object.assign(to, { address: { ...to.address, [part]: value } });
  }
}
