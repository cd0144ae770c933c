import { ApiError } from '@/lib/http';
import { useSession } from '@/lib/session';
import { showFailure, showSuccess } from '@/lib/toast';
import { useState } from 'react';
import { deleteContact } from '../../api/delete-contact';
import type { FoundContact } from '../../api/find-contacts';
import { restoreContact } from '../../api/restore-contact';
import { useContractsChanged } from '../../api/use-contracts-changed';
import type { ContactKindConfig } from '@/lib/contact-kinds';

interface Contact {
  uuid: string;
  displayName: string;
}

/**
 * Deletes a contact, with Undo. Sets `refused` if the contact has in-force contracts that must be
 * reassigned first. `onDeleted` closes the page of the deleted contact.
 */
export function useDeleteRecord(kind: ContactKindConfig, onDeleted?: () => void | Promise<void>) {
  const { firmId } = useSession().user;
  const changed = useContractsChanged(kind);
  const [isRunning, setIsRunning] = useState(false);
  const [rejected, setRejected] = useState<(Contact & { reason: string }) | null>(null);

  const restore = async ({ uuid, displayName }: Contact) => {
    try {
      await restoreContact(kind, firmId, uuid);
      showSuccess(`${displayName} is back`);
    } catch (reason) {
      showFailure(`update${kind.action}`, reason);
    }
    await changed();
  };

  const start = async (contact: Contact, successor?: FoundContact) => {
    const { uuid, displayName } = contact;
    setIsRunning(true);
    try {
      await deleteContact(kind, firmId, uuid, successor?.uuid);
      setRejected(null);
      await onDeleted?.();
      const title = successor
        ? `${displayName} deleted; ${successor.displayName} takes over`
        : `${displayName} deleted`;
      showSuccess(title, () => void restore(contact));
      // The page may still be mounted and must not refetch the deleted record.
      void changed('none');
    } catch (reason) {
      if (reason instanceof ApiError && reason.problem?.code === 'in_force_contracts')
        setRejected({ uuid, displayName, reason: reason.message });
      else showFailure(`delete${kind.action}`, reason);
    } finally {
      setIsRunning(false);
    }
  };
  return { start, isRunning, rejected, cancel: () => setRejected(null) };
}
