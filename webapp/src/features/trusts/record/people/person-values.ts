import { formatPercent, percentText } from '@/lib/percent';
import { conflictsFirst, differenceOf, withTheirs, type Choices, type Difference } from '@/record/three-way';
import { formatDate, formatPhone, type TrustPerson, type TrustPersonInput } from 'firmbook-wasm';
import { stateLabel } from '../labels';
import type { Role } from './roles';

/** Form values of a person. */
export type PersonValues = Required<Omit<TrustPersonInput, 'version'>>;

export const emptyPerson = (role: Role): PersonValues => ({
  role,
  isSuccessor: false,
  name: '',
  birthDate: '',
  email: '',
  phone: '',
  state: '',
  sharePercent: '',
  guardian: '',
  hasWithdrawalRight: false,
  contactUuid: null,
});

/** Converts a person to form values. */
export const valuesOf = (person: TrustPerson): PersonValues => ({
  role: person.role,
  isSuccessor: person.isSuccessor,
  name: person.name,
  birthDate: person.birthDate ?? '',
  email: person.email ?? '',
  phone: person.phone ? formatPhone(person.phone) : '',
  state: person.state ?? '',
  sharePercent: person.sharePercent ? percentText(person.sharePercent) : '',
  guardian: person.guardian ?? '',
  hasWithdrawalRight: person.hasWithdrawalRight,
  contactUuid: person.contactUuid,
});

const yesNo = (value: boolean) => (value ? 'Yes' : 'No');

interface Field {
  path: keyof PersonValues;
  label: string;
  show: (values: PersonValues) => string;
}

const FIELDS: readonly Field[] = [
  { path: 'name', label: 'Name', show: ({ name }) => name.trim() },
  {
    path: 'birthDate',
    label: 'Date of birth',
    show: ({ birthDate }) => (birthDate ? formatDate(birthDate) : ''),
  },
  { path: 'email', label: 'Email', show: ({ email }) => email.trim() },
  { path: 'phone', label: 'Phone', show: ({ phone }) => (phone ? formatPhone(phone.trim()) : '') },
  { path: 'state', label: 'State', show: ({ state }) => stateLabel(state) ?? '' },
  {
    path: 'sharePercent',
    label: 'Share',
    show: ({ sharePercent }) => (sharePercent.trim() ? formatPercent(sharePercent.trim()) : ''),
  },
  { path: 'guardian', label: 'Guardian', show: ({ guardian }) => guardian.trim() },
  {
    path: 'hasWithdrawalRight',
    label: 'Withdrawal right',
    show: ({ hasWithdrawalRight }) => yesNo(hasWithdrawalRight),
  },
  { path: 'isSuccessor', label: 'Successor trustee', show: ({ isSuccessor }) => yesNo(isSuccessor) },
  {
    path: 'contactUuid',
    label: 'Linked contact',
    show: ({ contactUuid }) => (contactUuid ? `Contact ${contactUuid.slice(0, 8)}` : 'None'),
  },
];

/**
 * Returns the fields that another user changed since `base`, unless the form has the same value.
 * Conflicts come first.
 */
export function differences(base: TrustPerson, mine: PersonValues, theirs: TrustPerson): Difference[] {
  const [before, after] = [valuesOf(base), valuesOf(theirs)];
  return conflictsFirst(
    FIELDS.flatMap(({ path, label, show }) =>
      differenceOf(path, label, [show(before), show(mine), show(after)]),
    ),
  );
}

export const merge = (mine: PersonValues, theirs: TrustPerson, choices: Choices): PersonValues =>
  withTheirs(mine, valuesOf(theirs), choices);
