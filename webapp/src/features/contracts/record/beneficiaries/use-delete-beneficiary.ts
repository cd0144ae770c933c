import { showDone, showFailure } from '@/lib/toast';
import type { Beneficiary } from 'firmbook-wasm';
import { useState } from 'react';
import { deleteBeneficiary, restoreBeneficiary, type ContractOf } from '../../api/beneficiaries';
import { useContractChanged } from '../../api/use-contract-changed';

/** Deletes beneficiaries of a contract, with Undo. */
export function useDeleteBeneficiary(contract: ContractOf) {
  const changed = useContractChanged();
  const failure = contract.line.failures.update;
  const [running, setRunning] = useState<string | null>(null);

  const restore = async ({ uuid, name }: Beneficiary) => {
    try {
      await restoreBeneficiary(contract, uuid);
      showDone(`${name} restored`);
    } catch (reason) {
      showFailure(failure, reason);
    }
    await changed();
  };

  const remove = async (one: Beneficiary) => {
    setRunning(one.uuid);
    try {
      await deleteBeneficiary(contract, one.uuid, one.version);
      showDone(`${one.name} deleted`, () => void restore(one));
    } catch (reason) {
      showFailure(failure, reason);
    }
    await changed();
    setRunning(null);
  };
  return { running, remove };
}
