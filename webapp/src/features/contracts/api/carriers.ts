import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { Carrier } from 'firmbook-wasm';

/** Reference data: it changes with a release, not while somebody looks. */
export const carriersQuery = queryOptions({
  queryKey: ['carriers'],
  staleTime: Infinity,
  queryFn: ({ signal }) => call<Carrier[]>('GET', 'Carrier', { signal }),
});
