import type { ContactRecord, Person } from 'firmbook-wasm';
import { conflictsFirst, differenceOf, type Choices, type Difference } from '@/record/three-way';
import type { Edited } from '../../form/use-contact-form';
import { contactFields } from '../../fields';

const TAX_ID = 'person.taxId';
const CUSTOM = 'customFields.';

/**
 * Returns the fields that another user changed since `base`, unless the form has the same value.
 * Conflicts come first.
 */
export function differences(
  base: ContactRecord,
  { person: mine, customFields }: Edited,
  theirs: ContactRecord,
): Difference[] {
  const found: Difference[] = [];
  for (const { path, label, valueOf, show } of contactFields) {
    // Compare formatted values, so that a reformatted phone number is not a difference.
    const shown = (person: Person) => {
      const value = valueOf(person).trim();
      return value && show(value).replace(/\s+/g, ' ');
    };
    found.push(...differenceOf(path, label, [shown(base.person), shown(mine), shown(theirs.person)]));
  }
  for (const name of new Set([...Object.keys(base.customFields), ...Object.keys(theirs.customFields)])) {
    const before = base.customFields[name] ?? '';
    const typed = customFields[name] ?? before;
    found.push(...differenceOf(CUSTOM + name, name, [before, typed, theirs.customFields[name] ?? '']));
  }
  // The full tax ID is not available, so compare masks. An untouched field keeps the stored one.
  const typedNumber = mine.taxId ?? null;
  if (typedNumber !== null && base.taxIdMasked !== theirs.taxIdMasked) {
    found.push({
      path: TAX_ID,
      label: 'Tax ID',
      base: base.taxIdMasked ?? '',
      mine: typedNumber && maskTypedTaxId(mine),
      theirs: theirs.taxIdMasked ?? '',
      isConflict: true,
    });
  }
  return conflictsFirst(found);
}

/** Returns the typed values, with the other user's values where chosen. */
export function merge(mine: Edited, theirs: ContactRecord, choices: Choices): Edited {
  const person: Person = { ...mine.person, address: { ...mine.person.address } };
  const customFields: Record<string, string> = { ...mine.customFields };
  for (const [path, side] of Object.entries(choices)) {
    if (path.startsWith(CUSTOM)) {
      const name = path.slice(CUSTOM.length);
      // The server keeps custom fields that are not sent, so send an empty value to clear one.
      customFields[name] = (side === 'mine' ? mine : theirs).customFields[name] ?? '';
    } else if (side === 'mine') continue;
    // Null keeps the stored tax ID.
    else if (path === TAX_ID) person.taxId = null;
    else copyField(path, theirs.person, person);
  }
  return { person, customFields };
}

function copyField(path: string, from: Person, to: Person) {
  const key = path.slice(path.lastIndexOf('.') + 1);
  const isAddress = path.startsWith('person.address.');
  const source: object = isAddress ? (from.address ?? {}) : from;
  const target: object = isAddress ? (to.address ?? {}) : to;
  Object.assign(target, { [key]: (source as Record<string, unknown>)[key] ?? null });
}

/** Returns the typed tax ID as records show it: `***-**-1234`. */
export const maskTypedTaxId = ({ organizationName, taxId }: Person) =>
  `${organizationName ? '**-***' : '***-**-'}${(taxId ?? '').slice(-4)}`;
