import { showFailure, showSuccess } from '@/lib/toast';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { contractQuery } from '../api/get-contract';
import { deleteContract, restoreContract } from '../api/save-contract';
import { useContractChanged } from '../api/use-contract-changed';
import type { LineOfBusiness } from '../lines-of-business';

interface Contract {
  uuid: string;
  number: string;
}

/** Deletes a contract, with Undo. `onDeleted` closes the page of the deleted contract. */
export function useDeleteContract(line: LineOfBusiness, onDeleted?: () => void | Promise<void>) {
  const queries = useQueryClient();
  const changed = useContractChanged();
  const [isRunning, setIsRunning] = useState(false);

  const restore = async ({ uuid, number }: Contract) => {
    try {
      await restoreContract(line, uuid);
      showSuccess(`${number} is back`);
    } catch (reason) {
      showFailure(line.failures.update, reason);
    }
    await changed();
  };

  const start = async (contract: Contract) => {
    setIsRunning(true);
    try {
      await deleteContract(line, contract.uuid);
      await onDeleted?.();
      queries.removeQueries(contractQuery(line, contract.uuid));
      showSuccess(`${contract.number} deleted`, () => void restore(contract));
      void changed();
    } catch (reason) {
      showFailure(line.failures.delete, reason);
    } finally {
      setIsRunning(false);
    }
  };
  return { start, isRunning };
}
