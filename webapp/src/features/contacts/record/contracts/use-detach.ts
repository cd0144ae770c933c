import { useSession } from '@/lib/session';
import { showFailure, showSuccess } from '@/lib/toast';
import type { Row } from '@/list/types';
import type { ContactRecord } from 'firmbook-wasm';
import { useState } from 'react';
import type { ContractList } from '../../api/contracts-source';
import { detachContact } from '../../api/detach-contact';
import { restoreAttachment } from '../../api/restore-attachment';
import { useContractsChanged } from '../../api/use-contracts-changed';
import type { ContactKindConfig } from '@/lib/contact-kinds';

/** Detaches a contact from contracts. Undo restores all previous roles. */
export function useDetach(kind: ContactKindConfig, record: ContactRecord, list: ContractList) {
  const { firmId } = useSession().user;
  const changed = useContractsChanged(kind);
  const [isRunning, setIsRunning] = useState(false);

  const restore = async (contracts: string[]) => {
    const results = await Promise.allSettled(
      contracts.map((contract) => restoreAttachment(kind, firmId, contract, record.uuid)),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) showFailure(`attach${kind.action}`, failed.reason);
    await changed();
  };

  const run = async (rows: Row[]): Promise<string[]> => {
    setIsRunning(true);
    const results = await Promise.allSettled(
      rows.map((row) => detachContact(kind, firmId, row.uuid, record.uuid)),
    );
    setIsRunning(false);
    const detached = rows.filter((_, i) => results[i]?.status === 'fulfilled');
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) showFailure(undefined, failed.reason);
    const uuids = detached.map((row) => row.uuid);
    if (detached.length) {
      showSuccess(`Detached from ${describeContracts(detached, list)}`, () => void restore(uuids));
      void changed();
    }
    return uuids;
  };
  return { run, isRunning };
}

function describeContracts(rows: readonly Row[], list: ContractList): string {
  const [first] = rows;
  if (rows.length !== 1 || !first) return `${rows.length} ${list}`;
  return list === 'policies'
    ? `policy ${String(first.policyNumber ?? '')}`
    : `annuity ${String(first.contractNumber ?? '')}`;
}
