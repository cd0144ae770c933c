import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { KindOfContact } from '../kinds';

/** Makes lists, totals and records of a kind ask the server again; records `none` lets those on the screen be. */
export function useContactsChanged(kind: KindOfContact) {
  const queries = useQueryClient();
  return useCallback(
    (records: 'active' | 'none' = 'active') =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['list', kind.list] }),
        queries.invalidateQueries({ queryKey: ['contact', kind.noun], refetchType: records }),
      ]),
    [queries, kind],
  );
}
