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

/**
 * Returns the path of the person or trust of the work. Null if the user cannot open it. Contracts come without the
 * uuid of their person, so the contract's page redirects to the person of that name.
 */
export function whoPath({ kind, record, trustUuid, who }: WorkItem, canReadTrusts: boolean): string | null {
  if (kind === 'giftsDue' || kind === 'lettersDue') {
    return trustUuid && canReadTrusts ? paths.trust(trustUuid) : null;
  }
  if (kind === 'medicalDue') return paths.insured(record.uuid);
  if (kind === 'bestInterestReviews') return paths.owner(record.uuid);
  const contract = record.kind === 'annuity' ? paths.annuity(record.uuid) : paths.policy(record.uuid);
  return `${contract}?${new URLSearchParams({ person: 'insured', name: who ?? '' })}`;
}

/** Returns what a row is about. Forms and medical requests have no number, so their person is named too. */
export function subjectOf({ kind, name, who }: WorkItem): string {
  const isNamedAfterKind = kind === 'medicalDue' || kind === 'bestInterestReviews';
  return isNamedAfterKind && who ? `${name} of ${who}` : name;
}
