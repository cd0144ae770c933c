import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ListQuery } from 'firmbook-wasm';
import type { ListSource } from '../types';
import { listKey } from './pages';

/** Loads the totals over all rows of the query. */
export function useTotals(source: ListSource, question: ListQuery, enabled: boolean) {
  const { filter = [], searchText = null } = question;
  const asked: ListQuery = { ...question, filter, searchText, selectColumns: [], sort: [] };
  return useQuery({
    queryKey: [...listKey(source), 'totals', asked],
    queryFn: ({ signal }) => source.api.totals?.(asked, signal) ?? Promise.resolve({}),
    enabled: enabled && source.api.totals !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
}
