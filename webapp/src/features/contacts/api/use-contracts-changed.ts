import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ContactKindConfig } from '@/lib/contact-kinds';
import { useContactsChanged } from './use-contacts-changed';

/** Invalidates all queries that depend on the parties of contracts. */
export function useContractsChanged(kind: ContactKindConfig) {
  const queries = useQueryClient();
  const contactsChanged = useContactsChanged(kind);
  return useCallback(
    (records?: 'active' | 'none') =>
      Promise.all([
        contactsChanged(records),
        queries.invalidateQueries({ queryKey: ['list', 'policies'] }),
        queries.invalidateQueries({ queryKey: ['list', 'annuities'] }),
      ]),
    [queries, contactsChanged],
  );
}
