import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Makes everything that shows contracts, or who is party to them, ask the server again. */
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
