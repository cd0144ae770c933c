import { showFailure, showSuccess } from '@/lib/toast';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '@/lib/paths';
import type { MergeKind } from './merge-kinds';
import { pluralize } from './merge-texts';
import { useMergesChanged } from './use-merges-changed';

/** Confirms a merge with a toast whose Undo restores the merged contacts. */
export function useUndoMerge(kind: MergeKind) {
  const changed = useMergesChanged();
  const navigate = useNavigate();
  const { noun } = kind.contact;
  const many = kind.contact.plural.toLowerCase();

  const undo = useCallback(
    async (mergeUuid: string) => {
      try {
        const { targetUuid, targetVersion, conflicts, later, restored } = await kind.preview(mergeUuid);
        if (conflicts.length > 0 || later.length > 0) {
          // The user must decide about conflicts and later changes.
          void navigate(`${paths.duplicates}?kind=${kind.contact.noun}&undo=${mergeUuid}`);
          return;
        }
        await kind.undo(mergeUuid, { uuid: targetUuid, version: targetVersion, restore: [] }, []);
        showSuccess(`Merge undone. ${restored.map(({ name }) => name).join('; ')} restored`);
      } catch (reason) {
        showFailure(kind.failures.undo, reason);
      }
      await changed(kind);
    },
    [kind, changed, navigate],
  );

  const offer = useCallback(
    (mergeUuid: string, count: number, name: string) =>
      showSuccess(`${pluralize(count, noun, many)} merged into ${name}`, () => void undo(mergeUuid)),
    [noun, many, undo],
  );
  return { offer };
}
