import { showDone, showFailure } from '@/lib/toast';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { contractQuery } from '../api/get-contract';
import { deleteContract, restoreContract } from '../api/save-contract';
import { useContractChanged } from '../api/use-contract-changed';
import type { LineOfContract } from '../lines';

interface Contract {
  uuid: string;
  number: string;
}

/** Deletes a contract, with Undo. `leave` closes the page of the deleted contract. */
export function useDeleteContract(line: LineOfContract, leave?: () => void | Promise<void>) {
  const queries = useQueryClient();
  const changed = useContractChanged();
  const [isRunning, setIsRunning] = useState(false);

  const restore = async ({ uuid, number }: Contract) => {
    try {
      await restoreContract(line, uuid);
      showDone(`${number} is back`);
    } catch (reason) {
      showFailure(line.failures.update, reason);
    }
    await changed();
  };

  const start = async (contract: Contract) => {
    setIsRunning(true);
    try {
      await deleteContract(line, contract.uuid);
      await leave?.();
      queries.removeQueries(contractQuery(line, contract.uuid));
      showDone(`${contract.number} deleted`, () => void restore(contract));
      void changed();
    } catch (reason) {
      showFailure(line.failures.delete, reason);
    } finally {
      setIsRunning(false);
    }
  };
  return { start, isRunning };
}
