import type { ContactKindConfig } from '@/lib/contact-kinds';
import { useSession } from '@/lib/session';
import type { Row } from '@/list/types';
import { useState } from 'react';
import { useContactsChanged } from '../api/use-contacts-changed';

/** Deletes contacts and offers Undo. `note` says why some were not deleted. Loads its code on demand. */
export function useDeleteContacts(kind: ContactKindConfig) {
  const { firmId } = useSession().user;
  const changed = useContactsChanged(kind);
  const [isRunning, setIsRunning] = useState(false);
  const [note, setNote] = useState<string | null>(null);

  const run = async (rows: Row[]): Promise<string[]> => {
    setIsRunning(true);
    setNote(null);
    try {
      const { deleteContacts } = await import('./delete-contacts');
      const deletion = await deleteContacts(kind, firmId, rows, changed);
      setNote(deletion.note);
      return deletion.deletedUuids;
    } finally {
      setIsRunning(false);
    }
  };
  return { run, isRunning, note };
}
