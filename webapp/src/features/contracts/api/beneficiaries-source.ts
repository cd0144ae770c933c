import { call, download } from '@/lib/http';
import type { ListSource, Row } from '@/list/types';
import { contractPath, withContract } from './contract-of-row';

export const beneficiariesSource: ListSource = {
  list: 'beneficiaries',
  key: ['beneficiaries'],
  api: {
    search: (query, signal) => call('POST', 'Beneficiary/search', { body: withContract(query), signal }),
    exportRows: (body, format, signal) =>
      download('POST', 'Beneficiary/export', { query: { format }, body, signal }),
  },
};

/** Returns the path of the contract's beneficiaries. */
export const beneficiaryPath = (row: Row) => `${contractPath(row)}?tab=beneficiaries`;
