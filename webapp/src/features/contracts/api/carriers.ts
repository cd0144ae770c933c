import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';

/** Never stale: carriers change only with a release. */
export const carriersQuery = queryOptions({
  queryKey: ['carriers'],
  staleTime: Infinity,
  queryFn: ({ signal }) => call('GET', 'Carrier', { signal }),
});
