import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListQuery } from 'firmbook-wasm';
import { useCallback, useMemo } from 'react';
import type { ListSource, Row } from '../types';
import { PAGE_ROWS, pageOf, pageQuery } from './pages';
import { useSettled } from './use-settled';

/** Scrolling past a page faster than this does not ask for it. */
const SETTLED_MS = 60;

export interface RowWindow {
  first: number;
  last: number;
}

/** The rows of a question, page by page as they come into view. */
export function useRows(source: ListSource, question: ListQuery, inView: RowWindow, enabled: boolean) {
  const client = useQueryClient();
  const first = useQuery({
    ...pageQuery(client, source, question, 0),
    placeholderData: keepPreviousData,
    enabled,
  });
  const isOld = first.isPlaceholderData;
  const wanted = useMemo(() => pagesIn(inView), [inView]);
  const settled = useSettled(wanted, SETTLED_MS);
  const rest = useQueries({
    queries: wanted.map((page) => ({
      ...pageQuery(client, source, question, page),
      enabled: enabled && !isOld && first.isSuccess && settled.includes(page),
    })),
  });

  const rowAt = (index: number): Row | undefined => {
    const page = pageOf(index);
    const data = page === 0 ? first.data : rest[wanted.indexOf(page)]?.data;
    return data?.items[index - page * PAGE_ROWS];
  };

  /** Rows from one place to another, fetched where they are not at hand. */
  const fetchRows = useCallback(
    async (from: number, to: number): Promise<Row[]> => {
      const pages = pagesIn({ first: from, last: to }, true);
      const data = await Promise.all(
        pages.map((page) => client.fetchQuery(pageQuery(client, source, question, page))),
      );
      return data
        .flatMap((page) => page.items)
        .slice(from - (pages[0] ?? 0) * PAGE_ROWS)
        .slice(0, to - from + 1);
    },
    [client, source, question],
  );

  const failed = rest.filter((page) => page.isError);
  return {
    total: first.data?.totalRecords,
    rowAt,
    fetchRows,
    /** Rows of the question before this one, until its own arrive. */
    isOld,
    isFetching: first.isFetching,
    error: first.isError && !isOld ? first.error : null,
    someFailed: failed.length > 0,
    retry: () =>
      void Promise.all([
        ...(first.isError ? [first.refetch()] : []),
        ...failed.map((page) => page.refetch()),
      ]),
  };
}

/** Pages of a window; the first one is always at hand and left out unless asked for. */
function pagesIn({ first, last }: RowWindow, withFirst = false): number[] {
  const from = Math.max(withFirst ? 0 : 1, pageOf(first));
  const count = Math.max(0, pageOf(last) - from + 1);
  return Array.from({ length: count }, (_, i) => from + i);
}
