import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { TEXTS_KEY, textQuery } from './api';
import type { DeliverableText } from 'firmbook-wasm';
import type { TextAddress } from './scopes';

/** Stores a saved text in the query cache. Reloads the texts that inherit it, and the preview of the book. */
export function useTextSaved(contact: string) {
  const queries = useQueryClient();
  return useCallback(
    async (address: TextAddress, saved: DeliverableText) => {
      queries.setQueryData(textQuery(address).queryKey, saved);
      await Promise.all([
        queries.invalidateQueries({ queryKey: TEXTS_KEY }),
        queries.invalidateQueries({ queryKey: ['book', contact, 'preview'] }),
        queries.invalidateQueries({ queryKey: ['activity'] }),
      ]);
    },
    [queries, contact],
  );
}
