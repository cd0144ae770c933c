import type { AffectedContracts, AffectedUser, MergeKind } from './merge-kinds';

const number = (count: number) => count.toLocaleString('en-US');

/** Returns a count with its noun: `1 policy`, `2 policies`. */
export const pluralize = (count: number, singular: string, plural: string) =>
  `${number(count)} ${count === 1 ? singular : plural}`;

/**
 * Counts the contracts that the remaining contact does not have yet. Returns `undefined` if the server listed only
 * some of the contracts.
 */
export function addedContracts(
  { policyCount, annuityCount, contracts }: AffectedContracts,
  targetUuid: string,
) {
  if (policyCount + annuityCount > contracts.length) return undefined;
  const added = contracts.filter(({ contactUuids }) => !contactUuids.includes(targetUuid));
  const annuities = added.filter(({ isAnnuity }) => isAnnuity).length;
  return { policyCount: added.length - annuities, annuityCount: annuities };
}

/**
 * Describes a merge: `Merge 2 agents into Dana Whitfield: 41 policies, 2 users`. `count` excludes the
 * remaining contact, and `contracts` excludes those it already has.
 */
export function mergeSummary(
  kind: MergeKind,
  count: number,
  name: string,
  contracts: Pick<AffectedContracts, 'policyCount' | 'annuityCount'> | undefined,
  users: readonly AffectedUser[] | undefined,
): string {
  const parts = [
    contracts && contracts.policyCount > 0 && pluralize(contracts.policyCount, 'policy', 'policies'),
    contracts && contracts.annuityCount > 0 && pluralize(contracts.annuityCount, 'annuity', 'annuities'),
    users && users.length > 0 && pluralize(users.length, 'user', 'users'),
  ].filter((part) => typeof part === 'string');
  const into = `Merge ${pluralize(count, kind.contact.singular, kind.contact.plural.toLowerCase())} into ${name}`;
  return parts.length > 0 ? `${into}: ${parts.join(', ')}` : into;
}
