import { paths } from '@/lib/paths';
import type { WorkItem } from 'firmbook-wasm';

/** Returns the path of the page for the work. Letters are on the trust's page, if the user can open it. */
export function recordPath({ kind, uuid, record, trustUuid }: WorkItem, canReadTrusts: boolean): string {
  if (kind === 'lettersDue' && trustUuid && canReadTrusts) return `${paths.trust(trustUuid)}?tab=letters`;
  if (kind === 'giftsDue' || kind === 'lettersDue') {
    return `${paths.policy(record.uuid)}?tab=gifts&gift=${uuid}`;
  }
  if (kind === 'medicalDue') return `${paths.insured(record.uuid)}?tab=medical`;
  if (kind === 'bestInterestReviews') return `${paths.owner(record.uuid)}?tab=bestInterest`;
  return record.kind === 'annuity' ? paths.annuity(record.uuid) : paths.policy(record.uuid);
}

/** Returns what a row is about. Forms and medical requests have no number, so their person is named too. */
export function subjectOf({ kind, name, who }: WorkItem): string {
  const isNamedAfterKind = kind === 'medicalDue' || kind === 'bestInterestReviews';
  return isNamedAfterKind && who ? `${name} of ${who}` : name;
}
