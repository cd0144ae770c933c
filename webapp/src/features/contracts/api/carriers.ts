import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { Carrier } from 'firmbook-wasm';

/** Never stale: carriers change only with a release. */
export const carriersQuery = queryOptions({
  queryKey: ['carriers'],
  staleTime: Infinity,
  queryFn: ({ signal }) => call<Carrier[]>('GET', 'Carrier', { signal }),
});
