import { showFailure, showSuccess } from '@/lib/toast';
import { useState } from 'react';
import { deleteCohort, getCohort, restoreCohort } from './calls';
import { useCohortsChanged } from './use-cohorts-changed';

/** Deletes cohorts and offers Undo. Does not change their contacts. */
export function useDeleteCohorts() {
  const changed = useCohortsChanged();
  const [isRunning, setIsRunning] = useState(false);

  const restore = async (uuids: readonly string[]) => {
    const results = await Promise.allSettled(uuids.map(restoreCohort));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) showFailure('updateCohort', failed.reason);
    await changed();
  };

  /** Returns the uuids of the deleted cohorts. For `records`, see `useCohortsChanged`. */
  const run = async (uuids: readonly string[], records?: 'active' | 'none'): Promise<string[]> => {
    setIsRunning(true);
    const results = await Promise.allSettled(
      uuids.map(async (uuid) => {
        const cohort = await getCohort(uuid);
        await deleteCohort(cohort);
        return cohort;
      }),
    );
    setIsRunning(false);
    const deleted = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) showFailure('deleteCohort', failed.reason);
    const [first] = deleted;
    const done = deleted.map(({ uuid }) => uuid);
    if (first) {
      showSuccess(
        deleted.length === 1 ? `“${first.name}” deleted` : `${deleted.length} cohorts deleted`,
        () => {
          void restore(done);
        },
      );
      void changed(records);
    }
    return done;
  };
  return { run, isRunning };
}
