import { labelOf } from '@/features/contacts/fields';
import { formatPercent, percentText } from '@/lib/percent';
import { conflictsFirst, differenceOf, withTheirs, type Choices, type Difference } from '@/record/three-way';
import { formatDate, type Beneficiary, type BeneficiaryInput } from 'firmbook-wasm';
import type { BeneficiaryClass } from './classes';

/** Form values of a beneficiary. */
export type BeneficiaryValues = Required<Omit<BeneficiaryInput, 'version'>>;

export const emptyBeneficiary = (ofClass: BeneficiaryClass): BeneficiaryValues => ({
  class: ofClass,
  name: '',
  relationship: '',
  birthDate: '',
  sharePercent: '',
  isIrrevocable: false,
  isPerStirpes: false,
  contactUuid: null,
});

/** Converts a beneficiary to form values. */
export const valuesOf = (one: Beneficiary): BeneficiaryValues => ({
  class: one.class,
  name: one.name,
  relationship: one.relationship ?? '',
  birthDate: one.birthDate ?? '',
  sharePercent: one.sharePercent ? percentText(one.sharePercent) : '',
  isIrrevocable: one.isIrrevocable,
  isPerStirpes: one.isPerStirpes,
  contactUuid: one.contactUuid,
});

const yesNo = (value: boolean) => (value ? 'Yes' : 'No');

interface Field {
  path: keyof BeneficiaryValues;
  label: string;
  show: (values: BeneficiaryValues) => string;
}

const FIELDS: readonly Field[] = [
  { path: 'class', label: 'Class', show: (values) => labelOf('beneficiaryClass', values.class) },
  { path: 'name', label: 'Name', show: ({ name }) => name.trim() },
  {
    path: 'relationship',
    label: 'Relationship',
    show: ({ relationship }) => labelOf('relationship', relationship),
  },
  {
    path: 'birthDate',
    label: 'Date of birth',
    show: ({ birthDate }) => (birthDate ? formatDate(birthDate) : ''),
  },
  {
    path: 'sharePercent',
    label: 'Share',
    show: ({ sharePercent }) => (sharePercent.trim() ? formatPercent(sharePercent.trim()) : ''),
  },
  { path: 'isIrrevocable', label: 'Irrevocable', show: ({ isIrrevocable }) => yesNo(isIrrevocable) },
  { path: 'isPerStirpes', label: 'Per stirpes', show: ({ isPerStirpes }) => yesNo(isPerStirpes) },
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
export function differences(base: Beneficiary, mine: BeneficiaryValues, theirs: Beneficiary): Difference[] {
  const [before, after] = [valuesOf(base), valuesOf(theirs)];
  return conflictsFirst(
    FIELDS.flatMap(({ path, label, show }) =>
      differenceOf(path, label, [show(before), show(mine), show(after)]),
    ),
  );
}

export const merge = (mine: BeneficiaryValues, theirs: Beneficiary, choices: Choices): BeneficiaryValues =>
  withTheirs(mine, valuesOf(theirs), choices);
