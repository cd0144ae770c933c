import { ApiError } from '@/lib/http';
import { showFailure, showMessage, showSuccess } from '@/lib/toast';
import { useQueryClient } from '@tanstack/react-query';
import { agentIntegrationFailure, type ContactRecord } from 'firmbook-wasm';
import { useState } from 'react';
import { contractsSource } from '../api/contracts-source';
import { contactQuery } from '../api/get-contact';
import { setAgentIntegration } from '../api/set-agent-integration';
import { useContractsChanged } from '../api/use-contracts-changed';
import { contactKinds } from '@/lib/contact-kinds';

const MAX_NAMED = 500;

/** Turns agent integration on or off, with Undo. */
export function useIntegration({ uuid }: ContactRecord) {
  const kind = contactKinds.agent;
  const queries = useQueryClient();
  const changed = useContractsChanged(kind);
  const [isRunning, setIsRunning] = useState(false);

  const set = async (isOn: boolean, canUndo = true) => {
    if (isRunning) return;
    setIsRunning(true);
    try {
      const record = await setAgentIntegration(uuid, isOn);
      queries.setQueryData(contactQuery(kind, uuid).queryKey, record);
      showSuccess(
        `Integration turned ${isOn ? 'on' : 'off'}`,
        canUndo ? () => void set(!isOn, false) : undefined,
      );
      await changed();
    } catch (reason) {
      const numbers = await affectedAnnuities(uuid, isOn);
      if (numbers.length && !(reason instanceof ApiError && reason.status === 0))
        showMessage(agentIntegrationFailure(numbers));
      else showFailure('toggleAgentIntegration', reason);
    } finally {
      setIsRunning(false);
    }
  };
  return { isRunning, set };
}

/**
 * Returns the contract numbers of the annuities that the failed call did not change. Empty if they cannot be loaded.
 */
async function affectedAnnuities(uuid: string, isOn: boolean): Promise<string[]> {
  try {
    const page = await contractsSource(contactKinds.agent, uuid, 'annuities').api.search(
      {
        selectColumns: ['contractNumber'],
        filter: [{ column: 'agentIntegrationEnabled', op: 'eq', value: !isOn }],
        limit: { offset: 0, rowCount: MAX_NAMED },
      },
      AbortSignal.timeout(5_000),
    );
    return page.items.map((row) => String(row.contractNumber ?? ''));
  } catch {
    return [];
  }
}
