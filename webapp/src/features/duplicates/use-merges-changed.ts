import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { MergeKind } from './merge-kinds';

/** Invalidates everything that a merge or its undo changes: contacts, contracts, cohorts, documents and the history. */
export function useMergesChanged() {
  const queries = useQueryClient();
  return useCallback(
    (kind: MergeKind) =>
      Promise.all(
        [['list'], ['contact', kind.contact.noun], ['contract'], ['merges'], ['documents'], ['activity']].map(
          (queryKey) => queries.invalidateQueries({ queryKey }),
        ),
      ),
    [queries],
  );
}
