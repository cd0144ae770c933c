import { ApiError } from '@/lib/http';
import { useSession } from '@/lib/session';
import { showDone, showFailure } from '@/lib/toast';
import type { ContactRecord } from 'firmbook-wasm';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { deleteContact } from '../../api/delete-contact';
import type { FoundContact } from '../../api/find-contacts';
import { restoreContact } from '../../api/restore-contact';
import { useContractsChanged } from '../../api/use-contracts-changed';
import type { KindOfContact } from '@/lib/contact-kinds';

/**
 * Deletes the open record. Sets `refusal` if the contact has in-force contracts that must be
 * reassigned first.
 */
export function useDeleteRecord(kind: KindOfContact, record: ContactRecord) {
  const { firmId } = useSession().user;
  const { uuid, displayName } = record;
  const navigate = useNavigate();
  const changed = useContractsChanged(kind);
  const [isRunning, setIsRunning] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const restore = async () => {
    try {
      await restoreContact(kind, firmId, uuid);
      showDone(`${displayName} is back`);
    } catch (reason) {
      showFailure(`update${kind.action}`, reason);
    }
    await changed();
  };

  const start = async (successor?: FoundContact) => {
    setIsRunning(true);
    try {
      await deleteContact(kind, firmId, uuid, successor?.uuid);
      await navigate(kind.listPath, { replace: true });
      const title = successor
        ? `${displayName} deleted; ${successor.displayName} takes over`
        : `${displayName} deleted`;
      showDone(title, () => void restore());
      // The page may still be mounted and must not refetch the deleted record.
      void changed('none');
    } catch (reason) {
      // Not in `finally`: after a deletion the page is unmounted.
      setIsRunning(false);
      if (reason instanceof ApiError && reason.problem?.code === 'in_force_contracts')
        setRefusal(reason.message);
      else showFailure(`delete${kind.action}`, reason);
    }
  };
  return { start, isRunning, refusal, giveUp: () => setRefusal(null) };
}
