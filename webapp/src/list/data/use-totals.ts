import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ListQuery } from 'firmbook-wasm';
import type { ListSource } from '../types';
import { listKey } from './pages';

/** Loads the totals over all rows of the query. */
export function useTotals(source: ListSource, query: ListQuery, enabled: boolean) {
  const { filter = [], searchText = null } = query;
  const totalsQuery: ListQuery = { ...query, filter, searchText, selectColumns: [], sort: [] };
  return useQuery({
    queryKey: [...listKey(source), 'totals', totalsQuery],
    queryFn: ({ signal }) => source.api.totals?.(totalsQuery, signal) ?? Promise.resolve({}),
    enabled: enabled && source.api.totals !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
}
