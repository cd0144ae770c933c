import { useCan } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import type { CellRenderer } from '@/list/grid/grid-row';
import { ListPage } from '@/list/list-page';
import { listSource } from '@/list/list-source';
import type { Row } from '@/list/types';
import { formatMoney } from 'firmbook-wasm';
import { CONTRACT_COLUMNS, contractPath } from '../api/contract-of-row';
import { renderContractCell } from './contract-cell';

const CRUMBS = ['Business'];
const source = listSource('transactions', 'Transaction', CONTRACT_COLUMNS);

/** Returns the path of the transaction on its contract. */
const transactionPath = (row: Row) => `${contractPath(row)}?tab=transactions&transaction=${row.uuid}`;

/** The loans and withdrawals of all policies and annuities. */
export function TransactionsPage() {
  useDocumentTitle('Transactions');
  return (
    <ListPage
      source={source}
      crumbs={CRUMBS}
      title="Transactions"
      about="Loans and withdrawals of life policies and annuities. Add them on the Loans & withdrawals tab of a policy or the Withdrawals tab of an annuity."
      isAllowed={useCan('allPolicies', 'read')}
      canExport={useCan('exportData', 'write')}
      rowPath={transactionPath}
      renderCell={renderTransactionCell}
    />
  );
}

/** Shows amounts with cents, as the contract does, and links the contract. */
const renderTransactionCell: CellRenderer = (column, row) => {
  const value = row[column.key];
  return column.columnType === 'money' && value
    ? formatMoney(String(value), 2)
    : renderContractCell(column, row);
};
