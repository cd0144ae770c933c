import { SidePanel } from '@/components/side-panel';
import { useUnsaved } from '@/lib/use-unsaved';
import type { Beneficiary } from 'firmbook-wasm';
import { useState } from 'react';
import type { ContractOf } from '../../api/beneficiaries';
import { BeneficiaryForm } from './beneficiary-form';
import type { BeneficiaryClass } from './classes';

interface Open {
  /** Class of a new beneficiary. */
  newClass: BeneficiaryClass;
  /** The beneficiary to edit. Null for a new one. */
  beneficiary: Beneficiary | null;
}

interface BeneficiaryPanelProps {
  contract: ContractOf;
  /** Null closes the panel. */
  open: Open | null;
  onClose: () => void;
}

/** Side panel with the form for a beneficiary. */
export function BeneficiaryPanel({ contract, open, onClose }: BeneficiaryPanelProps) {
  const { hasUnsaved, setUnsaved } = useUnsaved();
  // Keeps showing the beneficiary while the panel closes.
  const [last, setLast] = useState(open);
  if (open && (open.newClass !== last?.newClass || open.beneficiary !== last.beneficiary)) setLast(open);
  return (
    <SidePanel
      title={last?.beneficiary ? 'Edit beneficiary' : 'Add beneficiary'}
      opened={open !== null}
      onClose={onClose}
      hasUnsaved={hasUnsaved}
    >
      {last && (
        <BeneficiaryForm
          key={last.beneficiary?.uuid ?? last.newClass}
          contract={contract}
          {...last}
          onClose={onClose}
          onUnsaved={setUnsaved}
        />
      )}
    </SidePanel>
  );
}
