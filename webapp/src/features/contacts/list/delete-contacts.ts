import type { KindOfContact } from '@/lib/contact-kinds';
import { failureText } from '@/lib/failure-text';
import { showDone, showFailure } from '@/lib/toast';
import type { Row } from '@/list/types';
import { deleteContact } from '../api/delete-contact';
import { restoreContact } from '../api/restore-contact';

interface Deletion {
  /** Uuids of the deleted contacts. */
  gone: string[];
  /** Reason why some contacts were not deleted. Null if all were. */
  note: string | null;
}

/** Deletes contacts and offers Undo. `changed` is called after both. */
export async function deleteContacts(
  kind: KindOfContact,
  firmId: number,
  rows: readonly Row[],
  changed: () => Promise<unknown>,
): Promise<Deletion> {
  const restore = async (uuids: string[]) => {
    const results = await Promise.allSettled(uuids.map((uuid) => restoreContact(kind, firmId, uuid)));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) showFailure(`update${kind.action}`, failed.reason);
    await changed();
  };
  const results = await Promise.allSettled(rows.map((row) => deleteContact(kind, firmId, row.uuid)));
  const gone = rows.filter((_, i) => results[i]?.status === 'fulfilled').map((row) => row.uuid);
  const refusals = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  if (refusals.length) showFailure(`delete${kind.action}`, refusals[0]);
  if (gone.length) {
    showDone(countOf(gone.length, kind), () => void restore(gone));
    void changed();
  }
  return { gone, note: refusals.length ? explain(refusals, rows.length) : null };
}

const countOf = (count: number, kind: KindOfContact) =>
  count === 1 ? `1 ${kind.one} deleted` : `${count} ${kind.many.toLowerCase()} deleted`;

function explain(refusals: unknown[], asked: number): string {
  const [first] = refusals;
  const why = failureText(first);
  return asked === 1 ? why : `${refusals.length} of ${asked} not deleted: ${why}`;
}
