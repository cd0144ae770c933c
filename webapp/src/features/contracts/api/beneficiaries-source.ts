import { call, download } from '@/lib/http';
import type { ListSource, Row } from '@/list/types';
import type { ListQuery } from 'firmbook-wasm';
import { lines } from '../lines';

/** Adds the columns with the contract's uuid, which the links in a row need. */
const withContract = (query: ListQuery): ListQuery => ({
  ...query,
  selectColumns: [...new Set([...(query.selectColumns ?? []), 'policyId', 'annuityId'])],
});

export const beneficiariesSource: ListSource = {
  list: 'beneficiaries',
  key: ['beneficiaries'],
  api: {
    search: (query, signal) => call('POST', 'Beneficiary/search', { body: withContract(query), signal }),
    exportRows: (body, format, signal) =>
      download('POST', 'Beneficiary/export', { query: { format }, body, signal }),
  },
};

/** Returns the path of the beneficiary's contract. */
export const contractPath = ({ policyId, annuityId }: Row): string =>
  policyId ? lines.policy.path(String(policyId)) : lines.annuity.path(String(annuityId));

/** Returns the path of the contract's beneficiaries. */
export const beneficiaryPath = (row: Row) => `${contractPath(row)}?tab=beneficiaries`;
