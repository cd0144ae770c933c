import { queryClient } from '@/lib/query-client';
import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query';
import type { Feature } from 'firmbook-wasm';
import { sessionQuery } from '../auth/session-query';

/** Prefetches a record in a route loader, if the user may read it. Returns null, as loaders need a value. */
export function prefetchRecord<T, K extends QueryKey>(
  feature: Feature,
  query: FetchQueryOptions<T, Error, T, K>,
): null {
  const session = queryClient.getQueryData(sessionQuery.queryKey);
  if (session?.permissions.features[feature]?.read) void queryClient.prefetchQuery(query);
  return null;
}
