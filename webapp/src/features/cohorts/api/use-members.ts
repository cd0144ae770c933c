import { showFailure, showSuccess } from '@/lib/toast';
import { formatCount } from '@/list/grid/format-cell';
import type { Cohort, CohortChange, CohortContacts } from 'firmbook-wasm';
import { addContacts, contactKindOfCohort, removeContact, removeContacts } from './calls';
import { useCohortsChanged } from './use-cohorts-changed';

/** Adds contacts to cohorts and removes them, with a toast that offers Undo. */
export function useMembers() {
  const changed = useCohortsChanged();

  const undo = (cohort: Cohort, change: CohortChange, back: typeof addContacts) => async () => {
    try {
      await back(cohort.uuid, { contactUuids: change.contactUuids, query: null });
      showSuccess(`“${cohort.name}” is as it was`);
    } catch (reason) {
      showFailure(back === addContacts ? 'addCohortContacts' : 'removeCohortContacts', reason);
    }
    await changed();
  };

  /** Throws on failure. */
  const add = async (uuid: string, contacts: CohortContacts) => {
    const change = await addContacts(uuid, contacts);
    showAdded(change, undo(change.cohort, change, removeContacts));
    await changed();
  };

  /** Returns the uuids of the removed contacts. Shows failures as a toast. */
  const remove = async (cohort: Cohort, contacts: CohortContacts): Promise<string[]> => {
    const [only, second] = contacts.contactUuids ?? [];
    try {
      const change =
        only && !second
          ? await removeContact(cohort.uuid, only)
          : await removeContacts(cohort.uuid, contacts);
      const { length } = change.contactUuids;
      const back = length ? () => void undo(cohort, change, addContacts)() : undefined;
      showSuccess(`${formatMemberCount(cohort, length)} removed from “${cohort.name}”`, back);
      await changed();
      return change.contactUuids;
    } catch (reason) {
      showFailure('removeCohortContacts', reason);
      return [];
    }
  };
  return { add, remove };
}

function showAdded({ contactUuids: { length }, unchangedCount, cohort }: CohortChange, undo: () => void) {
  const before = unchangedCount
    ? `; ${formatCount(unchangedCount)} ${unchangedCount === 1 ? 'was' : 'were'} in it already`
    : '';
  showSuccess(
    `${formatMemberCount(cohort, length)} added to “${cohort.name}”${before}`,
    length ? undo : undefined,
  );
}

/** Returns the count with its noun: `1 agent`, `12 owners`. */
export function formatMemberCount({ contactType }: Cohort, count: number): string {
  const { singular, plural } = contactKindOfCohort(contactType);
  return count === 1 ? `1 ${singular}` : `${formatCount(count)} ${plural.toLowerCase()}`;
}
