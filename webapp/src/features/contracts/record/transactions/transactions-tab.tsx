import { AlertList } from '@/components/alert-list';
import { IconPlus } from '@/components/icons';
import { QueryState } from '@/components/query-state';
import { useCan } from '@/lib/session';
import { useDeletion } from '@/lib/use-deletion';
import { useFocusAfterDelete } from '@/lib/use-focus-after-delete';
import { useModule } from '@/lib/use-module';
import { usePanelParam } from '@/lib/use-panel-param';
import tab from '@/record/tab.module.css';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ContractTransaction, TransactionHistory } from 'firmbook-wasm';
import type { ContractOf } from '../../api/beneficiaries';
import type { AnyRecord } from '../../api/get-contract';
import { deleteTransaction, restoreTransaction, transactionsQuery } from '../../api/transactions';
import { useContractChanged } from '../../api/use-contract-changed';
import type { ContractNoun, LineOfBusiness } from '../../lines-of-business';
import { TransactionFigures } from './transaction-figures';
import { TransactionTable } from './transaction-table';
import styles from './transactions.module.css';

const loadPanel = () => import('./transaction-panel');

const NEW = ['Entry'] as const;

const EMPTY: Record<ContractNoun, string> = {
  policy: 'No loans or withdrawals yet. Add loans, interest and repayments to explain the loan balance.',
  annuity: 'No withdrawals yet. Add withdrawals to compare them with the free withdrawal amount.',
};

/** Loans and withdrawals of a contract, with their totals. */
export function TransactionsTab({ line, record }: { line: LineOfBusiness; record: AnyRecord }) {
  const contract = { line, uuid: record.uuid };
  const query = useQuery(transactionsQuery(contract));
  const subject = line.noun === 'policy' ? 'the loans and withdrawals' : 'the withdrawals';
  return (
    <QueryState query={query} subject={subject} className={tab.empty}>
      {(history) => (
        <Transactions contract={contract} history={history} issued={record.contract.issueDate ?? null} />
      )}
    </QueryState>
  );
}

interface TransactionsProps {
  contract: ContractOf;
  history: TransactionHistory;
  issued: string | null;
}

function Transactions({ contract, history, issued }: TransactionsProps) {
  const { line } = contract;
  const { transactions, warnings } = history;
  const canWrite = useCan(line.feature, 'write');
  const panel = usePanelParam('transaction', NEW);
  const deletion = useDeletion<ContractTransaction>({
    remove: ({ uuid, version }) => deleteTransaction(contract, uuid, version),
    restore: ({ uuid }) => restoreTransaction(contract, uuid),
    changed: useContractChanged(),
    failure: line.failures.update,
  });
  const { target, willDelete } = useFocusAfterDelete(transactions);
  const transaction = transactions.find(({ uuid }) => uuid === panel.uuid) ?? null;
  const isEditing = canWrite && (panel.newKind !== null || transaction !== null);
  const Panel = useModule(loadPanel, isEditing)?.TransactionPanel;
  return (
    <div className={tab.part}>
      <div className={styles.head}>
        <TransactionFigures history={history} />
        {canWrite && (
          <Button
            ref={target}
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => panel.showNew('Entry')}
          >
            Add transaction
          </Button>
        )}
      </div>
      <AlertList label="Warnings" alerts={warnings.map((text) => ({ text, isUrgent: false }))} />
      {transactions.length === 0 ? (
        <p className={styles.empty}>{EMPTY[line.noun]}</p>
      ) : (
        <TransactionTable
          noun={line.noun}
          transactions={transactions}
          actions={
            canWrite
              ? {
                  onEdit: panel.showExisting,
                  onDelete: (item) => {
                    willDelete(item.uuid);
                    void deletion.run(item);
                  },
                  deleting: deletion.running,
                }
              : null
          }
        />
      )}
      {Panel && (
        <Panel
          contract={contract}
          issued={issued}
          open={isEditing ? { transaction } : null}
          onClose={panel.close}
        />
      )}
    </div>
  );
}
