import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListQuery } from 'firmbook-wasm';
import { useCallback, useMemo } from 'react';
import type { ListSource, Row, RowPage } from '../types';
import { PAGE_ROWS, pageOf, pageQuery } from './pages';

/** Minimum time that pages must be in view before they are loaded. */
const DEBOUNCE_MS = 60;

/** The pages on the screen. */
export interface PageWindow {
  firstPage: number;
  lastPage: number;
}

/** Provides the rows of a query. Loads pages of rows as they scroll into view. */
export function useRows(source: ListSource, query: ListQuery, pageWindow: PageWindow, enabled: boolean) {
  const client = useQueryClient();
  const first = useQuery({
    ...pageQuery(client, source, query, 0),
    placeholderData: keepPreviousData,
    enabled,
  });
  const isStale = first.isPlaceholderData;
  const visiblePages = useMemo(() => pagesIn(pageWindow, 1), [pageWindow]);
  const [debouncedPages] = useDebouncedValue(visiblePages, DEBOUNCE_MS);
  const rest = useQueries({
    queries: visiblePages.map((page) => ({
      ...pageQuery(client, source, query, page),
      enabled: enabled && !isStale && first.isSuccess && debouncedPages.includes(page),
    })),
  });

  const cachedPages = new Map<number, RowPage | undefined>();
  /** Returns a page, reading pages outside the window from the cache once per render. */
  const pageAt = (page: number): RowPage | undefined => {
    if (page === 0) return first.data;
    if (visiblePages.includes(page)) return rest[visiblePages.indexOf(page)]?.data;
    if (!cachedPages.has(page)) {
      cachedPages.set(page, client.getQueryData(pageQuery(client, source, query, page).queryKey));
    }
    return cachedPages.get(page);
  };
  const rowAt = (index: number): Row | undefined => {
    const page = pageOf(index);
    return pageAt(page)?.items[index - page * PAGE_ROWS];
  };

  /** Returns a range of rows, loading those not cached. */
  const fetchRows = useCallback(
    async (from: number, to: number): Promise<Row[]> => {
      const pages = pagesIn({ firstPage: pageOf(from), lastPage: pageOf(to) }, 0);
      const data = await Promise.all(
        pages.map((page) => client.fetchQuery(pageQuery(client, source, query, page))),
      );
      return data
        .flatMap((page) => page.items)
        .slice(from - (pages[0] ?? 0) * PAGE_ROWS)
        .slice(0, to - from + 1);
    },
    [client, source, query],
  );

  const failed = rest.filter((page) => page.isError);
  return {
    total: first.data?.totalRecords,
    rowAt,
    fetchRows,
    /** The rows still belong to the previous query. */
    isStale,
    isFetching: first.isFetching,
    /** When the rows were loaded, in milliseconds. */
    loadedAt: first.dataUpdatedAt,
    error: first.isError && !isStale ? first.error : null,
    someFailed: failed.length > 0,
    retry: () =>
      void Promise.all([
        ...(first.isError ? [first.refetch()] : []),
        ...failed.map((page) => page.refetch()),
      ]),
  };
}

/** Returns the pages in a window, starting at `min`. Page 0 is loaded separately. */
function pagesIn({ firstPage, lastPage }: PageWindow, min: number): number[] {
  const from = Math.max(min, firstPage);
  return Array.from({ length: Math.max(0, lastPage - from + 1) }, (_, i) => from + i);
}
