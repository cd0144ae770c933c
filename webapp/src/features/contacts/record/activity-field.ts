import type { ActivityField } from '@/record/activity-tab';
import { formatDate } from 'firmbook-wasm';
import { contactFields, labelOf } from '../fields';

const identity = (value: string) => value;
const asState = (code: string) => labelOf('state', code);

/**
 * Fields of the activity feed that are not in `contactFields`. An owner's feed includes the details and
 * people of its trust. Flags and trust types are recorded as labels.
 */
const OTHER_FIELDS: Readonly<Record<string, ActivityField>> = {
  address: { label: 'Address', show: identity },
  taxId: { label: 'Tax ID', show: identity },
  notes: { label: 'Notes', show: identity },
  trustType: { label: 'Trust type', show: identity },
  governingState: { label: 'Governing state', show: asState },
  grantor: { label: 'Grantor', show: identity },
  trustee: { label: 'Trustee', show: identity },
  beneficiary: { label: 'Beneficiary', show: identity },
  role: { label: 'Role', show: identity },
  name: { label: 'Name', show: identity },
  birthDate: { label: 'Date of birth', show: formatDate },
  state: { label: 'State', show: asState },
  isSuccessor: { label: 'Successor trustee', show: identity },
  sharePercent: { label: 'Share', show: (share) => `${share}%` },
  guardian: { label: 'Guardian', show: identity },
  hasWithdrawalRight: { label: 'Withdrawal right', show: identity },
  contactUuid: { label: 'Linked contact', show: identity },
  letter: { label: 'Crummey letter', show: identity },
  letterProof: { label: 'Proof of delivery', show: identity },
};

/** Returns the label of a field and the formatter for its values. */
export const activityField = (field: string): ActivityField =>
  contactFields.find(({ path }) => path === `person.${field}`) ??
  OTHER_FIELDS[field] ?? { label: field, show: identity };
