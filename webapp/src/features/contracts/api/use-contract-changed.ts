import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Invalidates all queries that depend on contracts or their parties. */
export function useContractChanged() {
  const queries = useQueryClient();
  return useCallback(
    () =>
      Promise.all(
        ['list', 'contract', 'contact', 'activity', 'guidelines', 'gifts', 'home', 'groups'].map((key) =>
          queries.invalidateQueries({ queryKey: [key] }),
        ),
      ),
    [queries],
  );
}
