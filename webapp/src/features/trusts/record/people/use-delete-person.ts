import { showDone, showFailure } from '@/lib/toast';
import type { TrustPerson } from 'firmbook-wasm';
import { useState } from 'react';
import { deletePerson, restorePerson } from '../../api/calls';
import { useTrustChanged } from '../../api/use-trust-changed';

/** Deletes people of a trust, with Undo. */
export function useDeletePerson(trust: string) {
  const changed = useTrustChanged(trust);
  const [running, setRunning] = useState<string | null>(null);

  const restore = async ({ uuid, name }: TrustPerson) => {
    try {
      await restorePerson(trust, uuid);
      showDone(`${name} restored`);
    } catch (reason) {
      showFailure('updateOwner', reason);
    }
    await changed();
  };

  const remove = async (person: TrustPerson) => {
    setRunning(person.uuid);
    try {
      await deletePerson(trust, person.uuid, person.version);
      showDone(`${person.name} deleted`, () => void restore(person));
    } catch (reason) {
      showFailure('updateOwner', reason);
    }
    await changed();
    setRunning(null);
  };
  return { running, remove };
}
