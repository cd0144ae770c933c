import type { AffectedContracts, AffectedUser, MergeKind } from './merge-kinds';

const number = (count: number) => count.toLocaleString('en-US');

/** `1 policy`, `2 policies`. */
export const counted = (count: number, one: string, many: string) =>
  `${number(count)} ${count === 1 ? one : many}`;

/** Says what a merge will do: `Merge 3 agents into Dana Whitfield: 41 policies, 2 users`. */
export function summary(
  kind: MergeKind,
  count: number,
  name: string,
  contracts: AffectedContracts | undefined,
  users: readonly AffectedUser[] | undefined,
): string {
  const parts = [
    contracts && contracts.policyCount > 0 && counted(contracts.policyCount, 'policy', 'policies'),
    contracts && contracts.annuityCount > 0 && counted(contracts.annuityCount, 'annuity', 'annuities'),
    users && users.length > 0 && counted(users.length, 'user', 'users'),
  ].filter((part) => typeof part === 'string');
  const into = `Merge ${count} ${kind.contact.many.toLowerCase()} into ${name}`;
  return parts.length > 0 ? `${into}: ${parts.join(', ')}` : into;
}
