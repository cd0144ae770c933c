import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { recordOf, type Owner } from './api';

/** Invalidates the forms of an owner, the documents and activity of the owner, and the lists with the status. */
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
