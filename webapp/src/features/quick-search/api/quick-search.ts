import { call } from '@/lib/http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

/** Minimum length of the search text. */
export const MIN_CHARS = 2;

/** Loads the first matching people, policies and annuities. */
export const quickSearchQuery = (text: string) =>
  queryOptions({
    queryKey: ['quickSearch', text],
    queryFn: ({ signal }) => call('GET', 'QuickSearch', { query: { text }, signal }),
    enabled: text.length >= MIN_CHARS,
    placeholderData: keepPreviousData,
  });
