import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { COHORTS } from './calls';

/** Makes everything that shows cohorts or who is in them ask again; `none` lets what is on the screen be. */
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
