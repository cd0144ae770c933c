import { showFailure, showSuccess } from '@/lib/toast';
import type { Action } from 'firmbook-wasm';
import { useState } from 'react';

interface Named {
  uuid: string;
  name: string;
}

interface DeletionOptions<T> {
  remove: (entry: T) => Promise<unknown>;
  restore: (entry: T) => Promise<unknown>;
  /** Reloads all data that contains the entries. */
  changed: () => Promise<unknown>;
  /** The failed action, as named in the error catalog. */
  failure: Action;
}

/** Deletes entries of a record, with Undo. */
export function useDeletion<T extends Named>({ remove, restore, changed, failure }: DeletionOptions<T>) {
  const [running, setRunning] = useState<string | null>(null);

  const undo = async (entry: T) => {
    try {
      await restore(entry);
      showSuccess(`${entry.name} restored`);
    } catch (reason) {
      showFailure(failure, reason);
    }
    await changed();
  };

  const run = async (entry: T) => {
    setRunning(entry.uuid);
    try {
      await remove(entry);
      showSuccess(`${entry.name} deleted`, () => void undo(entry));
    } catch (reason) {
      showFailure(failure, reason);
    }
    await changed();
    setRunning(null);
  };
  /** `running` is the uuid of the entry that is being deleted. */
  return { running, run };
}
