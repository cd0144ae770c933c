import { DataTable, numeric, type Column } from '@/components/data-table';
import { RowActions } from '@/components/row-actions';
import { formatDate, formatMoney, type ContractTransaction } from 'firmbook-wasm';
import type { ContractNoun } from '../../lines-of-business';
import styles from './transactions.module.css';

export interface TransactionActions {
  onEdit: (uuid: string) => void;
  onDelete: (item: ContractTransaction) => void;
  /** The transaction that is being deleted. */
  deleting: string | null;
}

interface TransactionTableProps {
  noun: ContractNoun;
  /** Newest first. */
  transactions: readonly ContractTransaction[];
  /** Null for read-only users. */
  actions: TransactionActions | null;
}

const money = (amount: string | null) => (amount === null ? '-' : formatMoney(amount, 2));

/** The loans and withdrawals of a contract. Only policies have a loan balance. */
export function TransactionTable({ noun, transactions, actions }: TransactionTableProps) {
  const hasLoans = noun === 'policy';
  const columns: Column[] = [
    'Date',
    'Type',
    numeric('Amount'),
    numeric('Surrender charge'),
    numeric('Tax withheld'),
    hasLoans && numeric('Loan balance'),
    'Note',
    actions !== null && 'Actions',
  ];
  return (
    <DataTable caption={hasLoans ? 'Loans and withdrawals' : 'Withdrawals'} columns={columns}>
      {transactions.map((item) => (
        <tr key={item.uuid}>
          <th scope="row">{formatDate(item.transactionDate)}</th>
          <td>{item.kindLabel}</td>
          <td data-number>{money(item.amount)}</td>
          <td data-number>{money(item.surrenderCharge)}</td>
          <td data-number>{money(item.taxWithheld)}</td>
          {hasLoans && <td data-number>{money(item.balanceAfter)}</td>}
          <td className={styles.note}>{item.note ?? '-'}</td>
          {actions && (
            <td>
              <RowActions
                name={item.name}
                isDeleting={actions.deleting === item.uuid}
                onEdit={() => actions.onEdit(item.uuid)}
                onDelete={() => actions.onDelete(item)}
              />
            </td>
          )}
        </tr>
      ))}
    </DataTable>
  );
}
