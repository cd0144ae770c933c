import { labelOf } from '@/features/contacts/fields';
import type { ActivityField } from '@/record/activity-tab';
import { formatDate, formatMoney } from 'firmbook-wasm';
import { fieldsOf, formatLogged } from '../fields';
import type { LineOfBusiness } from '../lines-of-business';

const identity = (value: string) => value;
const asMoney = (amount: string) => formatMoney(amount, 2);

/**
 * Fields of the activity feed that are not in the contract form: riders, gifts, guideline parameters,
 * beneficiaries and transactions.
 */
const OTHER_FIELDS: Readonly<Record<string, ActivityField>> = {
  riders: { label: 'Riders', show: identity },
  gifts: { label: 'Gifts', show: identity },
  premium: { label: 'Annualized premium', show: identity },
  comdex: { label: 'Comdex', show: identity },
  primaryBeneficiary: { label: 'Primary beneficiary', show: identity },
  contingentBeneficiary: { label: 'Contingent beneficiary', show: identity },
  class: { label: 'Class', show: (code) => labelOf('beneficiaryClass', code) },
  name: { label: 'Name', show: identity },
  relationship: { label: 'Relationship', show: (code) => labelOf('relationship', code) },
  birthDate: { label: 'Date of birth', show: formatDate },
  sharePercent: { label: 'Share', show: (share) => `${share}%` },
  isIrrevocable: { label: 'Irrevocable', show: identity },
  isPerStirpes: { label: 'Per stirpes', show: identity },
  contactUuid: { label: 'Linked contact', show: identity },
  transaction: { label: 'Transaction', show: identity },
  kind: { label: 'Type', show: (code) => labelOf('contractTransactionKind', code) },
  transactionDate: { label: 'Date', show: formatDate },
  amount: { label: 'Amount', show: asMoney },
  surrenderCharge: { label: 'Surrender charge', show: asMoney },
  taxWithheld: { label: 'Tax withheld', show: asMoney },
  note: { label: 'Note', show: identity },
};

/** Returns a function that looks up a field's label and formatter. */
export const activityFields = (line: LineOfBusiness) => {
  const fields = fieldsOf(line);
  return (key: string): ActivityField => {
    const field = fields.find((item) => item.key === key);
    if (field) return { label: field.label, show: (value) => formatLogged(field, value) };
    return OTHER_FIELDS[key] ?? { label: key, show: identity };
  };
};
