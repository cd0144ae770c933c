import { call } from '@/lib/http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QuickFindings } from 'firmbook-wasm';

/** A shorter text finds nothing. */
export const MIN_CHARS = 2;

/** People, policies and annuities that match, a few of each. */
export const quickSearchQuery = (text: string) =>
  queryOptions({
    queryKey: ['quickSearch', text],
    queryFn: ({ signal }) => call<QuickFindings>('GET', 'QuickSearch', { query: { text }, signal }),
    enabled: text.length >= MIN_CHARS,
    placeholderData: keepPreviousData,
  });
