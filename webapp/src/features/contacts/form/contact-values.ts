import { formatPhone, type Address, type ContactInput, type Person } from 'firmbook-wasm';
import type { KindOfContact } from '@/lib/contact-kinds';

type Typed<T> = { [K in keyof T]-?: string };

/** Form values of a contact. All fields are strings, empty instead of null. */
export interface ContactValues {
  person: Typed<Omit<Person, 'address'>> & { address: Typed<Address> };
  /** The agent is an agency. Always false for owners and insureds. */
  isOrganization: boolean;
  /** Removes the stored tax id. */
  removesTaxId: boolean;
  /** The firm's custom fields, by name. */
  customFields: CustomFields;
}

export type CustomFields = Readonly<Record<string, string>>;

const INDIVIDUAL = '1';
export const TRUST = '2';

const EMPTY_ADDRESS: Typed<Address> = {
  line1: '',
  line2: '',
  city: '',
  state: '',
  postalCode: '',
  country: '',
};

const EMPTY: ContactValues['person'] = {
  title: '',
  firstName: '',
  middleName: '',
  lastName: '',
  suffix: '',
  organizationName: '',
  ownerType: '',
  trustDate: '',
  email: '',
  phone: '',
  mobilePhone: '',
  address: EMPTY_ADDRESS,
  dob: '',
  sex: '',
  taxId: '',
  npn: '',
  agencyCode: '',
  externalId: '',
  notes: '',
};

export function valuesOf(
  kind: KindOfContact,
  person: Person | null,
  customFields: CustomFields = {},
): ContactValues {
  const { address = {}, ...rest } = person ?? {};
  return {
    person: {
      ...EMPTY,
      ...texts(rest),
      phone: person?.phone ? formatPhone(person.phone) : '',
      mobilePhone: person?.mobilePhone ? formatPhone(person.mobilePhone) : '',
      ownerType: person?.ownerType ? String(person.ownerType) : kind.noun === 'owner' ? INDIVIDUAL : '',
      address: { ...EMPTY_ADDRESS, ...texts(address) },
    },
    isOrganization: Boolean(person?.organizationName),
    removesTaxId: false,
    customFields,
  };
}

const texts = (source: object) =>
  Object.fromEntries(
    Object.entries(source).flatMap(([key, value]) =>
      value === null || value === undefined ? [] : [[key, String(value)]],
    ),
  );

/** Whether the contact is an organization rather than a person. */
export function isOrganization(kind: KindOfContact, values: ContactValues): boolean {
  if (kind.noun === 'owner') return values.person.ownerType !== INDIVIDUAL;
  return kind.noun === 'agent' && values.isOrganization;
}

/** Converts form values to a request body: empty fields and fields that do not apply become null. */
export function inputOf(kind: KindOfContact, values: ContactValues, version: number | null): ContactInput {
  const { person } = values;
  const organization = isOrganization(kind, values);
  const text = (value: string) => (value.trim() === '' ? null : value);
  const personal = (value: string) => (organization ? null : text(value));
  const agents = (value: string) => (kind.noun === 'agent' ? text(value) : null);
  const { address } = person;
  return {
    version,
    customFields: { ...values.customFields },
    person: {
      title: personal(person.title),
      firstName: personal(person.firstName),
      middleName: personal(person.middleName),
      lastName: personal(person.lastName),
      suffix: personal(person.suffix),
      organizationName: organization ? text(person.organizationName) : null,
      ownerType: kind.noun === 'owner' ? Number(person.ownerType) : null,
      trustDate: kind.noun === 'owner' && person.ownerType === TRUST ? text(person.trustDate) : null,
      email: text(person.email),
      phone: text(person.phone),
      mobilePhone: text(person.mobilePhone),
      address: {
        line1: text(address.line1),
        line2: text(address.line2),
        city: text(address.city),
        state: text(address.state),
        postalCode: text(address.postalCode),
        country: text(address.country),
      },
      dob: personal(person.dob),
      sex: personal(person.sex),
      taxId: values.removesTaxId ? '' : text(person.taxId),
      npn: agents(person.npn),
      agencyCode: agents(person.agencyCode),
      externalId: text(person.externalId),
      notes: text(person.notes),
    },
  };
}
