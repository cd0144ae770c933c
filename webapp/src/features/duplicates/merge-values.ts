import { contactFields, type ContactField } from '@/features/contacts/fields';
import type { Person } from 'firmbook-wasm';
import type { AffectedContact, MergeTarget } from './merge-kinds';

/** A row of the comparison: one value per contact, of which the user picks one. */
export interface ComparedField {
  /** Path of the field, `customFields.` and the name of a custom field, or `taxId`. */
  path: string;
  label: string;
  /** Values as shown, in the order of the contacts. Empty if the contact has none. */
  values: string[];
  /** Indexes of the contacts whose value can be picked. */
  choices: number[];
}

/** The picked contact by field path. Fields that are not listed take the value of the remaining contact. */
export type Picks = Record<string, number>;

/** Instead of the index of a contact: the values of all contacts, one after the other. */
export const ALL = -1;

const NOTES = 'person.notes';
const CUSTOM = 'customFields.';
const TAX_ID = 'taxId';

/** Returns the fields in which contacts have values, and marks those that differ. */
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
    // A tax ID of the remaining contact is never replaced.
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

/** Whether the values of all contacts can be kept. */
export const canKeepAll = ({ path }: ComparedField) => path === NOTES;

export const differs = ({ values }: ComparedField) => new Set(values).size > 1;

/**
 * Returns the index of the contact whose value a field takes: the picked one, or the remaining contact, or the
 * first one with a value if that has none. Different notes are all kept unless one is picked.
 */
export function pickOf(field: ComparedField, picks: Picks, target: number): number {
  const picked = picks[field.path];
  if (picked !== undefined && (field.choices.includes(picked) || canKeepAll(field))) return picked;
  if (canKeepAll(field) && field.values.filter(Boolean).length > 1 && differs(field)) return ALL;
  if (field.values[target]) return target;
  return field.choices.find((index) => field.values[index]) ?? target;
}

/** Returns the contact that remains, with the picked values. */
export function mergeTarget(
  contacts: readonly AffectedContact[],
  target: number,
  picks: Picks,
  confirmDifferences: boolean,
): MergeTarget {
  const kept = contacts[target]?.contact;
  if (!kept) throw new RangeError('no such contact');
  const person: Person = structuredClone(kept.person) as Person;
  const customFields = { ...kept.customFields };
  let taxIdFrom: string | null = null;
  for (const field of compareFields(contacts, target)) {
    const pick = pickOf(field, picks, target);
    if (pick === ALL) person.notes = [...new Set(field.values.filter(Boolean))].join('\n\n');
    const from = contacts[pick]?.contact;
    if (!from || from === kept) continue;
    const name = field.path.startsWith(CUSTOM) ? field.path.slice(CUSTOM.length) : null;
    if (field.path === TAX_ID) taxIdFrom = from.uuid;
    else if (name === null) copy(field.path, from.person as Person, person);
    else if (from.customFields[name]) customFields[name] = from.customFields[name];
    else delete customFields[name];
  }
  return { uuid: kept.uuid, version: kept.version, person, customFields, taxIdFrom, confirmDifferences };
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
