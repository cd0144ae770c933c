import { showDone, showFailure } from '@/lib/toast';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { contractQuery, type AnyRecord } from '../api/get-contract';
import { deleteContract, restoreContract } from '../api/save-contract';
import { useContractChanged } from '../api/use-contract-changed';
import { valueOf } from '../fields';
import type { LineOfContract } from '../lines';

/** Deletes the open contract, with Undo. */
export function useDeleteContract(line: LineOfContract, { uuid, contract }: AnyRecord) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const changed = useContractChanged();
  const [isRunning, setIsRunning] = useState(false);
  const number = String(valueOf(contract, line.number));

  const restore = async () => {
    try {
      await restoreContract(line, uuid);
      showDone(`${number} is back`);
    } catch (reason) {
      showFailure(line.failures.update, reason);
    }
    await changed();
  };

  const start = async () => {
    setIsRunning(true);
    try {
      await deleteContract(line, uuid);
      await navigate(line.listPath, { replace: true });
      queries.removeQueries(contractQuery(line, uuid));
      showDone(`${number} deleted`, () => void restore());
      void changed();
    } catch (reason) {
      // Not in `finally`: after a deletion the page is unmounted.
      setIsRunning(false);
      showFailure(line.failures.delete, reason);
    }
  };
  return { start, isRunning };
}
