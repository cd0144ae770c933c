import { labelOf } from '@/features/contacts/fields';
import type { ActivityField } from '@/record/activity-tab';
import { formatDate } from 'firmbook-wasm';
import { fieldsOf, formatLogged } from '../fields';
import type { LineOfContract } from '../lines';

const asIs = (value: string) => value;

/**
 * Fields that are not in the form of the contract: riders, gifts, guideline parameters and
 * beneficiaries.
 */
const FURTHER: Readonly<Record<string, ActivityField>> = {
  riders: { label: 'Riders', show: asIs },
  gifts: { label: 'Gifts', show: asIs },
  premium: { label: 'Annualized premium', show: asIs },
  comdex: { label: 'Comdex', show: asIs },
  primaryBeneficiary: { label: 'Primary beneficiary', show: asIs },
  contingentBeneficiary: { label: 'Contingent beneficiary', show: asIs },
  class: { label: 'Class', show: (code) => labelOf('beneficiaryClass', code) },
  name: { label: 'Name', show: asIs },
  relationship: { label: 'Relationship', show: (code) => labelOf('relationship', code) },
  birthDate: { label: 'Date of birth', show: formatDate },
  sharePercent: { label: 'Share', show: (share) => `${share}%` },
  isIrrevocable: { label: 'Irrevocable', show: asIs },
  isPerStirpes: { label: 'Per stirpes', show: asIs },
  contactUuid: { label: 'Linked contact', show: asIs },
};

/** Returns the label of a contract's field, and the format of its values. */
export const fieldsInActivity = (line: LineOfContract) => {
  const fields = fieldsOf(line);
  return (key: string): ActivityField => {
    const field = fields.find((one) => one.key === key);
    if (field) return { label: field.label, show: (value) => formatLogged(field, value) };
    return FURTHER[key] ?? { label: key, show: asIs };
  };
};
