import { SidePanel } from '@/components/side-panel';
import { useUnsaved } from '@/lib/use-unsaved';
import type { ContractTransaction } from 'firmbook-wasm';
import { useState } from 'react';
import type { ContractOf } from '../../api/beneficiaries';
import { TransactionForm } from './transaction-form';

interface Open {
  /** The transaction to edit. Null for a new one. */
  transaction: ContractTransaction | null;
}

interface TransactionPanelProps {
  contract: ContractOf;
  /** Issue date of the contract, if it is known. */
  issued: string | null;
  /** Null closes the panel. */
  open: Open | null;
  onClose: () => void;
}

/** Side panel with the form for a loan or withdrawal. */
export function TransactionPanel({ open, ...props }: TransactionPanelProps) {
  const { hasUnsaved, setUnsaved } = useUnsaved();
  // Keeps showing the transaction while the panel closes.
  const [last, setLast] = useState(open);
  if (open && open.transaction !== last?.transaction) setLast(open);
  return (
    <SidePanel
      title={last?.transaction ? 'Edit transaction' : 'Add transaction'}
      opened={open !== null}
      onClose={props.onClose}
      hasUnsaved={hasUnsaved}
    >
      {last && (
        <TransactionForm
          key={last.transaction?.uuid ?? 'new'}
          {...props}
          transaction={last.transaction}
          onUnsaved={setUnsaved}
        />
      )}
    </SidePanel>
  );
}
