import { DataTable, numeric, type Column } from '@/components/data-table';
import { RowActions } from '@/components/row-actions';
import { formatDate, formatMoney, type ContractTransaction } from 'firmbook-wasm';
import type { ContractNoun } from '../../lines';
import styles from './transactions.module.css';

export interface TransactionActions {
  onEdit: (uuid: string) => void;
  onDelete: (one: ContractTransaction) => void;
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
      {transactions.map((one) => (
        <tr key={one.uuid}>
          <th scope="row">{formatDate(one.transactionDate)}</th>
          <td>{one.kindLabel}</td>
          <td data-number>{money(one.amount)}</td>
          <td data-number>{money(one.surrenderCharge)}</td>
          <td data-number>{money(one.taxWithheld)}</td>
          {hasLoans && <td data-number>{money(one.balanceAfter)}</td>}
          <td className={styles.note}>{one.note ?? '-'}</td>
          {actions && (
            <td>
              <RowActions
                name={one.name}
                isDeleting={actions.deleting === one.uuid}
                onEdit={() => actions.onEdit(one.uuid)}
                onDelete={() => actions.onDelete(one)}
              />
            </td>
          )}
        </tr>
      ))}
    </DataTable>
  );
}
