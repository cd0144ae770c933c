import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ContactKindConfig } from '@/lib/contact-kinds';

/**
 * Invalidates lists, totals and records of a kind, and books of business. With `none`, active queries of
 * records and books do not refetch.
 */
export function useContactsChanged(kind: ContactKindConfig) {
  const queries = useQueryClient();
  return useCallback(
    (records: 'active' | 'none' = 'active') =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['list', kind.list] }),
        queries.invalidateQueries({ queryKey: ['contact', kind.noun], refetchType: records }),
        queries.invalidateQueries({ queryKey: ['book'], refetchType: records }),
      ]),
    [queries, kind],
  );
}
