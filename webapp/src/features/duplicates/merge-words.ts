import type { AffectedContracts, AffectedUser, MergeKind } from './merge-kinds';

const number = (count: number) => count.toLocaleString('en-US');

/** Returns a count with its noun: `1 policy`, `2 policies`. */
export const counted = (count: number, one: string, many: string) =>
  `${number(count)} ${count === 1 ? one : many}`;

/**
 * Counts the contracts that the remaining contact does not have yet. Returns `undefined` if the server listed only
 * some of the contracts.
 */
export function addedContracts(
  { policyCount, annuityCount, contracts }: AffectedContracts,
  keptUuid: string,
) {
  if (policyCount + annuityCount > contracts.length) return undefined;
  const added = contracts.filter(({ contactUuids }) => !contactUuids.includes(keptUuid));
  const annuities = added.filter(({ isAnnuity }) => isAnnuity).length;
  return { policyCount: added.length - annuities, annuityCount: annuities };
}

/**
 * Describes a merge: `Merge 2 agents into Dana Whitfield: 41 policies, 2 users`. `count` excludes the
 * remaining contact, and `contracts` excludes those it already has.
 */
export function summary(
  kind: MergeKind,
  count: number,
  name: string,
  contracts: Pick<AffectedContracts, 'policyCount' | 'annuityCount'> | undefined,
  users: readonly AffectedUser[] | undefined,
): string {
  const parts = [
    contracts && contracts.policyCount > 0 && counted(contracts.policyCount, 'policy', 'policies'),
    contracts && contracts.annuityCount > 0 && counted(contracts.annuityCount, 'annuity', 'annuities'),
    users && users.length > 0 && counted(users.length, 'user', 'users'),
  ].filter((part) => typeof part === 'string');
  const into = `Merge ${counted(count, kind.contact.one, kind.contact.many.toLowerCase())} into ${name}`;
  return parts.length > 0 ? `${into}: ${parts.join(', ')}` : into;
}
