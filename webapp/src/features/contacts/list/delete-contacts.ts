import type { ContactKindConfig } from '@/lib/contact-kinds';
import { failureText } from '@/lib/failure-text';
import { showFailure, showSuccess } from '@/lib/toast';
import type { Row } from '@/list/types';
import { deleteContact } from '../api/delete-contact';
import { restoreContact } from '../api/restore-contact';

interface Deletion {
  /** Uuids of the deleted contacts. */
  deletedUuids: string[];
  /** Reason why some contacts were not deleted. Null if all were. */
  note: string | null;
}

/** Deletes contacts and offers Undo. `changed` is called after both. */
export async function deleteContacts(
  kind: ContactKindConfig,
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
  const deletedUuids = rows.filter((_, i) => results[i]?.status === 'fulfilled').map((row) => row.uuid);
  const failures = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  if (failures.length) showFailure(`delete${kind.action}`, failures[0]);
  if (deletedUuids.length) {
    showSuccess(countOf(deletedUuids.length, kind), () => void restore(deletedUuids));
    void changed();
  }
  return { deletedUuids, note: failures.length ? describeFailures(failures, rows.length) : null };
}

const countOf = (count: number, kind: ContactKindConfig) =>
  count === 1 ? `1 ${kind.singular} deleted` : `${count} ${kind.plural.toLowerCase()} deleted`;

function describeFailures(failures: unknown[], requestedCount: number): string {
  const [first] = failures;
  const reason = failureText(first);
  return requestedCount === 1 ? reason : `${failures.length} of ${requestedCount} not deleted: ${reason}`;
}
