import type { ContactKindConfig } from '@/lib/contact-kinds';
import { defaultChoices, type Choices, type Difference } from '@/record/three-way';
import type { ContactInput, ContactRecord } from 'firmbook-wasm';
import { contactFields } from '../fields';
import { inputOf, valuesOf } from '../form/contact-values';
import { differences, maskTypedTaxId } from '../record/edit/three-way';

/** Changes that the typed values would make to a stored contact. */
interface Added {
  /** Typed values of fields that are empty in the stored contact. */
  added: { path: string; label: string; text: string }[];
  /** Fields whose typed and stored values differ. */
  different: Difference[];
  /** Default choices: the stored value for each field that was left empty. */
  unchangedChoices: Choices;
}

/** Compares the values typed for a new contact with a stored contact. */
export function compareForUpdate(stored: ContactRecord, typed: ContactInput, kind: ContactKindConfig): Added {
  const { person, customFields = {} } = typed;
  const empty: ContactRecord = {
    ...stored,
    person: inputOf(kind, valuesOf(kind, null), null).person,
    customFields: {},
    taxIdMasked: null,
  };
  const found = differences(empty, { person, customFields }, stored);
  const added = contactFields
    .filter(({ valueOf }) => valueOf(person).trim() !== '' && valueOf(stored.person) === '')
    .map(({ path, label, valueOf, show }) => ({ path, label, text: show(valueOf(person).trim()) }));
  for (const [name, value] of Object.entries(customFields)) {
    if (value && !stored.customFields[name])
      added.push({ path: `customFields.${name}`, label: name, text: value });
  }
  if (person.taxId && !stored.taxIdMasked)
    added.push({ path: 'person.taxId', label: 'Tax ID', text: maskTypedTaxId(person) });
  return {
    added,
    different: found.filter(({ isConflict }) => isConflict),
    unchangedChoices: defaultChoices(found),
  };
}
