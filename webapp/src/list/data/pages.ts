import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { ListQuery } from 'firmbook-wasm';
import type { ListSource, RowPage } from '../types';

export const PAGE_ROWS = 100;

/** Maximum number of scrollable rows. Browsers limit the height of an element. */
export const MAX_SCROLL_ROWS = 400_000;

export const pageOf = (index: number) => Math.floor(index / PAGE_ROWS);

/** Query keys: all data of a list, and one page of a query. */
export const listKey = (source: ListSource) => ['list', ...source.key] as const;
const pageKey = (source: ListSource, query: ListQuery, page: number) =>
  [...listKey(source), 'rows', { ...query, selectColumns: query.selectColumns?.toSorted() }, page] as const;

/** Loads one page of rows for a query. */
export const pageQuery = (client: QueryClient, source: ListSource, query: ListQuery, page: number) =>
  queryOptions({
    queryKey: pageKey(source, query, page),
    staleTime: Infinity,
    gcTime: 120_000,
    queryFn: ({ signal }): Promise<RowPage> => {
      const limit = {
        offset: page * PAGE_ROWS,
        rowCount: PAGE_ROWS,
        after: cursorBefore(client, source, query, page),
      };
      return source.api.search({ ...query, limit }, signal);
    },
  });

/**
 * Returns the cursor of the nearest earlier cached page, so that the server does not have to skip
 * all rows from the start.
 */
function cursorBefore(
  client: QueryClient,
  source: ListSource,
  query: ListQuery,
  page: number,
): string | null {
  const pages = client.getQueryCache().findAll({ queryKey: pageKey(source, query, page).slice(0, -1) });
  let nearest = -1;
  let cursor: string | null = null;
  for (const { queryKey, state } of pages) {
    const earlier = queryKey.at(-1) as number;
    const found = (state.data as RowPage | undefined)?.cursor;
    if (found && !state.isInvalidated && earlier < page && earlier > nearest)
      [nearest, cursor] = [earlier, found];
  }
  return cursor;
}
