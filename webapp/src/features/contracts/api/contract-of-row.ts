import type { Row } from '@/list/types';
import type { ListQuery } from 'firmbook-wasm';
import { lines } from '../lines';

/** Adds the columns with the contract's uuid, which the links in a row need. */
export const withContract = (query: ListQuery): ListQuery => ({
  ...query,
  selectColumns: [...new Set([...(query.selectColumns ?? []), 'policyId', 'annuityId'])],
});

/** Returns the path of a row's contract. */
export const contractPath = ({ policyId, annuityId }: Row): string =>
  policyId ? lines.policy.path(String(policyId)) : lines.annuity.path(String(annuityId));
