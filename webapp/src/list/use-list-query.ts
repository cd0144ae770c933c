import type { ListQuery } from 'firmbook-wasm';
import { useMemo } from 'react';
import type { ListState } from './state/use-list-state';

/**
 * Returns the query of a list, and a key that changes when different rows or a different order are
 * requested.
 */
export function useListQuery(
  { search, filter, sort, columns }: ListState,
  reportUuid?: string,
): {
  query: ListQuery;
  queryHash: string;
} {
  const query = useMemo(
    (): ListQuery => ({
      selectColumns: columns.map((column) => column.key),
      filter,
      sort,
      searchText: search || null,
      ...(reportUuid && { reportUuid }),
    }),
    [columns, filter, sort, search, reportUuid],
  );
  return { query, queryHash: JSON.stringify([filter, sort, search, reportUuid]) };
}

/** Returns the column labels that differ from the list's, which an export uses as headers. */
export const customLabels = (columns: ListState['columns']): Record<string, string> =>
  Object.fromEntries(
    columns
      .filter(({ label, defaultLabel, isRenamed }) => isRenamed || label !== defaultLabel)
      .map(({ key, label }) => [key, label]),
  );
