import { choices, formatDate, formatPhone, type Address, type EnumName, type Person } from 'firmbook-wasm';
import type { ContactNoun } from '@/lib/contact-kinds';

type PersonField = Exclude<keyof Person, 'address' | 'taxId'>;

/** Label and formatting of a contact field. */
export interface ContactField {
  /** As in `FieldProblem`: `person.address.city`. */
  path: string;
  label: string;
  /** Kinds of contact with this field; undefined means all. */
  kinds?: readonly ContactNoun[];
  read: (person: Person) => string;
  show: (value: string) => string;
}

const plain = (value: string) => value;
const asText = (value: unknown) => (value === null || value === undefined ? '' : String(value).trim());

const ofPerson = (
  key: PersonField,
  label: string,
  show = plain,
  onlyFor?: readonly ContactNoun[],
): ContactField => ({
  path: `person.${key}`,
  label,
  read: (person) => asText(person[key]),
  show,
  ...(onlyFor && { kinds: onlyFor }),
});

const ofAddress = (key: keyof Address, label: string, show = plain): ContactField => ({
  path: `person.address.${key}`,
  label,
  read: (person) => asText(person.address?.[key]),
  show,
});

const chosen = (set: EnumName) => (code: string) => labelOf(set, code);

/** The fields by group, in form order. Omits the tax id, which is never fully loaded. */
export const fieldGroups: readonly { title: string; fields: readonly ContactField[] }[] = [
  {
    title: 'Person',
    fields: [
      ofPerson('ownerType', 'Owner type', chosen('ownerType'), ['owner']),
      ofPerson('organizationName', 'Organization', plain, ['agent', 'owner']),
      ofPerson('trustDate', 'Trust date', formatDate, ['owner']),
      ofPerson('title', 'Title'),
      ofPerson('firstName', 'First name'),
      ofPerson('middleName', 'Middle name'),
      ofPerson('lastName', 'Last name'),
      ofPerson('suffix', 'Suffix'),
      ofPerson('dob', 'Date of birth', formatDate),
      ofPerson('sex', 'Sex', chosen('sex')),
    ],
  },
  {
    title: 'Contact',
    fields: [
      ofPerson('email', 'Email'),
      ofPerson('phone', 'Phone', formatPhone),
      ofPerson('mobilePhone', 'Mobile phone', formatPhone),
    ],
  },
  {
    title: 'Address',
    fields: [
      ofAddress('line1', 'Street'),
      ofAddress('line2', 'Apartment, suite'),
      ofAddress('city', 'City'),
      ofAddress('state', 'State', chosen('state')),
      ofAddress('postalCode', 'ZIP'),
      ofAddress('country', 'Country'),
    ],
  },
  {
    title: 'Identifiers',
    fields: [
      ofPerson('npn', 'NPN', plain, ['agent']),
      ofPerson('agencyCode', 'Agency code', plain, ['agent']),
      ofPerson('externalId', 'External ID'),
    ],
  },
  { title: 'Notes', fields: [ofPerson('notes', 'Notes')] },
];

export const fieldsOf = (noun: ContactNoun): ContactField[] =>
  fieldGroups.flatMap(({ fields }) => fields).filter(({ kinds }) => kinds?.includes(noun) ?? true);

/** Returns the label of a code, or the code itself if it is unknown. */
export function labelOf(set: EnumName, code: string | number | null | undefined): string {
  const text = asText(code);
  return choices(set).find((choice) => choice.code === text)?.label ?? text;
}
