import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Invalidates a trust, the lists of trusts and their people, and the activity feeds. */
export function useTrustChanged(uuid: string) {
  const queries = useQueryClient();
  return useCallback(
    () =>
      Promise.all(
        [['trust', uuid], ...LISTS.map((list) => ['list', list]), ['activity']].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
    [queries, uuid],
  );
}

const LISTS = ['trusts', 'trustGrantors', 'trustees', 'trustBeneficiaries'];
