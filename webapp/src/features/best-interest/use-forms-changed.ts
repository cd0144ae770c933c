import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { recordOf, type Owner } from './api';

/** Invalidates an owner's forms, documents and activity, and the lists that show the status. */
export function useFormsChanged(owner: Owner) {
  const queries = useQueryClient();
  return useCallback(
    () =>
      Promise.all(
        [
          ['bestInterest', owner.ownerId],
          ['documents', recordOf(owner)],
          ['activity'],
          ['list', 'owners'],
          ['list', 'bestInterestForms'],
        ].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
    [queries, owner],
  );
}
