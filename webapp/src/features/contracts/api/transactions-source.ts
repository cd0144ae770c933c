import { call, download } from '@/lib/http';
import type { ListSource, Row } from '@/list/types';
import { contractPath, withContract } from './contract-of-row';

export const transactionsSource: ListSource = {
  list: 'transactions',
  key: ['transactions'],
  api: {
    search: (query, signal) => call('POST', 'Transaction/search', { body: withContract(query), signal }),
    exportRows: (body, format, signal) =>
      download('POST', 'Transaction/export', { query: { format }, body, signal }),
  },
};

/** The transaction on its contract. */
export const transactionPath = (row: Row) => `${contractPath(row)}?tab=transactions&transaction=${row.uuid}`;
