import { contactHasField } from 'firmbook-later';
import { formatPhone, type Address, type ContactInput, type Person } from 'firmbook-wasm';
import type { ContactKindConfig } from '@/lib/contact-kinds';
import { addressFields, personFields, record, type ContactField } from '../fields';

type TextValues<T> = { [K in keyof T]-?: string };

/** Form values of a contact. All fields are strings, empty instead of null. */
export interface ContactValues {
  person: TextValues<Omit<Person, 'address'>> & { address: TextValues<Address> };
  /** The agent is an agency. Always false for owners and insureds. */
  isOrganization: boolean;
  /** Removes the stored tax ID. */
  removesTaxId: boolean;
  /** The firm's custom fields, by name. */
  customFields: CustomFields;
}

export type CustomFields = Readonly<Record<string, string>>;

const INDIVIDUAL = '1';
export const TRUST = '2';

/** Returns a stored value as a user would type it. */
export const typedText = ({ as }: ContactField, value: string) =>
  value && as === 'phone' ? formatPhone(value) : value;

export function valuesOf(
  kind: ContactKindConfig,
  person: Person | null,
  customFields: CustomFields = {},
): ContactValues {
  const typed = (field: ContactField) => typedText(field, person ? field.valueOf(person) : '');
  return {
    person: {
      ...record(personFields, typed),
      ownerType: person?.ownerType ? String(person.ownerType) : kind.noun === 'owner' ? INDIVIDUAL : '',
      taxId: person?.taxId ?? '',
      address: record(addressFields, typed),
    },
    isOrganization: Boolean(person?.organizationName),
    removesTaxId: false,
    customFields,
  };
}

/** Returns whether the contact is an organization rather than a person. */
export function isOrganization(kind: ContactKindConfig, values: ContactValues): boolean {
  if (kind.noun === 'owner') return values.person.ownerType !== INDIVIDUAL;
  return kind.noun === 'agent' && values.isOrganization;
}

/** Returns whether the contact has the field with this path. */
export const hasField = (kind: ContactKindConfig, values: ContactValues, path: string): boolean =>
  contactHasField(kind.type, path, Number(values.person.ownerType), isOrganization(kind, values));

/** Converts form values to a request body: empty fields and fields that do not apply become null. */
export function inputOf(
  kind: ContactKindConfig,
  values: ContactValues,
  version: number | null,
): ContactInput {
  const { person } = values;
  const text = (value: string) => (value.trim() === '' ? null : value);
  const sent = (path: string, value: string) => (hasField(kind, values, path) ? text(value) : null);
  return {
    version,
    customFields: { ...values.customFields },
    person: {
      ...record(personFields, ({ key, path }) => sent(path, person[key])),
      ownerType: kind.noun === 'owner' ? Number(person.ownerType) : null,
      taxId: values.removesTaxId ? '' : text(person.taxId),
      address: record(addressFields, ({ key, path }) => sent(path, person.address[key])),
    },
  };
}
