import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { COHORTS } from './calls';

/**
 * Invalidates all queries of cohorts and their members. With `none`, active member queries do not
 * refetch.
 */
export function useCohortsChanged() {
  const queries = useQueryClient();
  return useCallback(
    (records: 'active' | 'none' = 'active') =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['list', 'cohorts'] }),
        queries.invalidateQueries({ queryKey: ['list', 'agents', 'cohort'], refetchType: records }),
        queries.invalidateQueries({ queryKey: ['list', 'owners', 'cohort'], refetchType: records }),
        queries.invalidateQueries({ queryKey: COHORTS, refetchType: records }),
      ]),
    [queries],
  );
}
