import { detachContact } from '@/features/contacts/api/detach-contact';
import { restoreAttachment } from '@/features/contacts/api/restore-attachment';
import { useSession } from '@/lib/session';
import { showFailure, showSuccess } from '@/lib/toast';
import type { Party } from 'firmbook-wasm';
import { useState } from 'react';
import type { AnyRecord } from '../../api/get-contract';
import { useContractChanged } from '../../api/use-contract-changed';
import { kindOf } from './kind-of';

/** Detaches a party from a contract, with Undo. */
export function useDetachParty({ uuid }: AnyRecord) {
  const { firmId } = useSession().user;
  const changed = useContractChanged();
  const [running, setRunning] = useState<Party | null>(null);

  const restore = async (party: Party) => {
    try {
      await restoreAttachment(kindOf(party), firmId, uuid, party.uuid);
    } catch (reason) {
      showFailure(`attach${kindOf(party).action}`, reason);
    }
    await changed();
  };

  const run = async (party: Party) => {
    setRunning(party);
    try {
      await detachContact(kindOf(party), firmId, uuid, party.uuid, party.typeId);
      showSuccess(`${party.name} detached`, () => void restore(party));
      await changed();
    } catch (reason) {
      showFailure(undefined, reason);
    } finally {
      setRunning(null);
    }
  };
  return { running, run };
}
