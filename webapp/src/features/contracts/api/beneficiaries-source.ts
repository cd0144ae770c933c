import { call, download } from '@/lib/http';
import type { ListSource, Row } from '@/list/types';
import type { ListQuery } from 'firmbook-wasm';
import { lines } from '../lines';

/** Adds the columns with the uuid of the contract, which the links of a row need. */
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

/** The contract that names the beneficiary. */
export const contractPath = ({ policyId, annuityId }: Row): string =>
  policyId ? lines.policy.path(String(policyId)) : lines.annuity.path(String(annuityId));

/** The beneficiaries of that contract. */
export const beneficiaryPath = (row: Row) => `${contractPath(row)}?tab=beneficiaries`;
