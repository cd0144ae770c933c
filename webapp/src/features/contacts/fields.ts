import { choices, formatDate, formatPhone, type Address, type EnumName, type Person } from 'firmbook-wasm';

interface FieldOptions {
  label: string;
  group: Group;
  /** How the value is formatted and entered. Undefined means a single line of text. */
  as?: 'date' | 'email' | 'lines' | 'phone';
  /** The set of codes that the value is chosen from. */
  set?: EnumName;
  /** The input spans both columns of the form. */
  isWide?: boolean;
  input?: { inputMode?: 'numeric'; placeholder?: string };
}

/** A contact field on the record page and in the form. `contactHasField` decides which contacts have it. */
export interface ContactField<Key extends string = string> extends FieldOptions {
  key: Key;
  /** Path as in `FieldProblem`, such as `person.address.city`. */
  path: string;
  /** Returns the stored value as text, empty instead of null. */
  valueOf: (person: Person) => string;
  show: (value: string) => string;
}

export type Group = (typeof GROUPS)[number];

/** Field groups on the record page, in order. */
const GROUPS = ['Person', 'Contact', 'Address', 'Identifiers', 'Notes'] as const;

/**
 * Person fields in the order of the record page. The address has its own table. The tax ID is
 * omitted, because records contain only its masked form.
 */
const PERSON: Record<Exclude<keyof Person, 'address' | 'taxId'>, FieldOptions> = {
  ownerType: { label: 'Owner type', group: 'Person', set: 'ownerType', isWide: true },
  organizationName: { label: 'Organization', group: 'Person', isWide: true },
  trustDate: { label: 'Trust date', group: 'Person', as: 'date' },
  title: { label: 'Title', group: 'Person' },
  firstName: { label: 'First name', group: 'Person' },
  middleName: { label: 'Middle name', group: 'Person' },
  lastName: { label: 'Last name', group: 'Person' },
  suffix: { label: 'Suffix', group: 'Person' },
  dob: { label: 'Date of birth', group: 'Person', as: 'date' },
  sex: { label: 'Sex', group: 'Person', set: 'sex' },
  email: { label: 'Email', group: 'Contact', as: 'email', isWide: true },
  phone: { label: 'Phone', group: 'Contact', as: 'phone' },
  mobilePhone: { label: 'Mobile phone', group: 'Contact', as: 'phone' },
  npn: { label: 'NPN', group: 'Identifiers', input: { inputMode: 'numeric' } },
  agencyCode: { label: 'Agency code', group: 'Identifiers' },
  externalId: { label: 'External ID', group: 'Identifiers' },
  notes: { label: 'Notes', group: 'Notes', as: 'lines', isWide: true },
};

const ADDRESS: Record<keyof Address, FieldOptions> = {
  line1: { label: 'Street', group: 'Address', isWide: true },
  line2: { label: 'Apartment, suite', group: 'Address', isWide: true },
  city: { label: 'City', group: 'Address' },
  state: { label: 'State', group: 'Address', set: 'state' },
  postalCode: { label: 'ZIP', group: 'Address' },
  country: { label: 'Country', group: 'Address', input: { placeholder: 'US' } },
};

const fieldsOf = <Key extends string>(
  options: Record<Key, FieldOptions>,
  prefix: string,
  source: (person: Person) => { [K in Key]?: unknown },
): ContactField<Key>[] =>
  (Object.keys(options) as Key[]).map((key) =>
    Object.assign(
      {
        key,
        path: `${prefix}.${key}`,
        valueOf: (person: Person) => asText(source(person)[key]),
        show: formatOf(options[key]),
      },
      options[key],
    ),
  );

function formatOf({ as, set }: FieldOptions): (value: string) => string {
  if (set) return (code) => labelOf(set, code);
  if (as === 'date') return formatDate;
  return as === 'phone' ? formatPhone : (value) => value;
}

const asText = (value: unknown) => (value === null || value === undefined ? '' : String(value));

export const personFields = fieldsOf(PERSON, 'person', (person) => person);
export const addressFields = fieldsOf(ADDRESS, 'person.address', (person) => person.address ?? {});

/** Returns an object with a value for each field. */
export const record = <Key extends string, Value>(
  fields: readonly ContactField<Key>[],
  value: (field: ContactField<Key>) => Value,
) => Object.fromEntries(fields.map((field) => [field.key, value(field)])) as Record<Key, Value>;

export const personField = record(personFields, (field) => field);

/** Returns the fields in a group, in the order of the record page. */
export const fieldsIn = (group: Group): ContactField[] =>
  [...personFields, ...addressFields].filter((field) => field.group === group);

/** The fields by group, in the order of the record page. */
export const fieldGroups = GROUPS.map((title) => ({ title, fields: fieldsIn(title) }));
export const contactFields = fieldGroups.flatMap(({ fields }) => fields);

/** Returns the label of a code, or the code itself if it is unknown. */
export function labelOf(set: EnumName, code: string | number | null | undefined): string {
  const text = asText(code);
  return choices(set).find((choice) => choice.code === text)?.label ?? text;
}
