import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { previewsKey } from '../api';
import { TEXTS_KEY, textQuery } from './api';
import type { DeliverableText } from 'firmbook-wasm';
import type { TextAddress } from './scopes';

/** Stores a saved text in the query cache. Reloads texts that inherit it, and the document's previews. */
export function useTextSaved(subject: string | null) {
  const queries = useQueryClient();
  return useCallback(
    async (address: TextAddress, saved: DeliverableText) => {
      queries.setQueryData(textQuery(address).queryKey, saved);
      await Promise.all([
        queries.invalidateQueries({ queryKey: TEXTS_KEY }),
        subject !== null && queries.invalidateQueries({ queryKey: previewsKey(subject) }),
        queries.invalidateQueries({ queryKey: ['activity'] }),
      ]);
    },
    [queries, subject],
  );
}
