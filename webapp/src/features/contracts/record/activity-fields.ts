import { labelOf } from '@/features/contacts/fields';
import type { ActivityField } from '@/record/activity-tab';
import { formatDate, formatMoney } from 'firmbook-wasm';
import { fieldsOf, formatLogged } from '../fields';
import type { LineOfContract } from '../lines';

const asIs = (value: string) => value;
const asMoney = (amount: string) => formatMoney(amount, 2);

/**
 * Fields of the activity feed that are not in the contract form: riders, gifts, guideline parameters,
 * beneficiaries and transactions.
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
  transaction: { label: 'Transaction', show: asIs },
  kind: { label: 'Type', show: (code) => labelOf('contractTransactionKind', code) },
  transactionDate: { label: 'Date', show: formatDate },
  amount: { label: 'Amount', show: asMoney },
  surrenderCharge: { label: 'Surrender charge', show: asMoney },
  taxWithheld: { label: 'Tax withheld', show: asMoney },
  note: { label: 'Note', show: asIs },
};

/** Returns a function that looks up a field's label and formatter. */
export const fieldsInActivity = (line: LineOfContract) => {
  const fields = fieldsOf(line);
  return (key: string): ActivityField => {
    const field = fields.find((one) => one.key === key);
    if (field) return { label: field.label, show: (value) => formatLogged(field, value) };
    return FURTHER[key] ?? { label: key, show: asIs };
  };
};
