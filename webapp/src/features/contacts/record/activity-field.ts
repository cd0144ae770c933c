import type { ActivityField } from '@/record/activity-tab';
import { formatDate } from 'firmbook-wasm';
import { contactFields, labelOf } from '../fields';

const asIs = (value: string) => value;
const asState = (code: string) => labelOf('state', code);

/**
 * Fields of the activity feed that are not in `contactFields`. An owner's feed includes the details and
 * people of its trust. Flags and trust types are recorded as labels.
 */
const FURTHER: Readonly<Record<string, ActivityField>> = {
  address: { label: 'Address', show: asIs },
  taxId: { label: 'Tax ID', show: asIs },
  notes: { label: 'Notes', show: asIs },
  trustType: { label: 'Trust type', show: asIs },
  governingState: { label: 'Governing state', show: asState },
  grantor: { label: 'Grantor', show: asIs },
  trustee: { label: 'Trustee', show: asIs },
  beneficiary: { label: 'Beneficiary', show: asIs },
  role: { label: 'Role', show: asIs },
  name: { label: 'Name', show: asIs },
  birthDate: { label: 'Date of birth', show: formatDate },
  state: { label: 'State', show: asState },
  isSuccessor: { label: 'Successor trustee', show: asIs },
  sharePercent: { label: 'Share', show: (share) => `${share}%` },
  guardian: { label: 'Guardian', show: asIs },
  hasWithdrawalRight: { label: 'Withdrawal right', show: asIs },
  contactUuid: { label: 'Linked contact', show: asIs },
  letter: { label: 'Crummey letter', show: asIs },
  letterProof: { label: 'Proof of delivery', show: asIs },
};

/** Returns the label of a field and the formatter for its values. */
export const activityField = (field: string): ActivityField =>
  contactFields.find(({ path }) => path === `person.${field}`) ??
  FURTHER[field] ?? { label: field, show: asIs };
