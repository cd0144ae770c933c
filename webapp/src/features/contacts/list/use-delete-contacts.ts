import { failureText } from '@/lib/failure-text';
import { useSession } from '@/lib/session';
import { showDone, showFailure } from '@/lib/toast';
import type { Row } from '@/list/types';
import { useState } from 'react';
import { deleteContact } from '../api/delete-contact';
import { restoreContact } from '../api/restore-contact';
import { useContactsChanged } from '../api/use-contacts-changed';
import type { KindOfContact } from '@/lib/contact-kinds';

/** Deletes contacts and offers Undo. Lists the contacts that cannot be deleted. */
export function useDeleteContacts(kind: KindOfContact) {
  const { firmId } = useSession().user;
  const changed = useContactsChanged(kind);
  const [isRunning, setIsRunning] = useState(false);
  const [note, setNote] = useState<string | null>(null);

  const restore = async (uuids: string[]) => {
    const results = await Promise.allSettled(uuids.map((uuid) => restoreContact(kind, firmId, uuid)));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) showFailure(`update${kind.action}`, failed.reason);
    await changed();
  };

  const run = async (rows: Row[]): Promise<string[]> => {
    setIsRunning(true);
    setNote(null);
    const results = await Promise.allSettled(rows.map((row) => deleteContact(kind, firmId, row.uuid)));
    setIsRunning(false);
    const gone = rows.filter((_, i) => results[i]?.status === 'fulfilled').map((row) => row.uuid);
    const refusals = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    );
    if (refusals.length) {
      showFailure(`delete${kind.action}`, refusals[0]);
      setNote(explain(refusals, rows.length));
    }
    if (gone.length) {
      showDone(countOf(gone.length, kind, 'deleted'), () => void restore(gone));
      void changed();
    }
    return gone;
  };
  return { run, isRunning, note };
}

const countOf = (count: number, kind: KindOfContact, done: string) =>
  count === 1 ? `1 ${kind.one} ${done}` : `${count} ${kind.many.toLowerCase()} ${done}`;

function explain(refusals: unknown[], asked: number): string {
  const [first] = refusals;
  const why = failureText(first);
  return asked === 1 ? why : `${refusals.length} of ${asked} not deleted: ${why}`;
}
