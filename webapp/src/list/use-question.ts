import type { ListQuery } from 'firmbook-wasm';
import { useMemo } from 'react';
import type { ListState } from './state/use-list-state';

/**
 * Returns the query of a list, and a key that changes when different rows or a different order are
 * requested.
 */
export function useQuestion({ search, filter, sort, columns }: ListState): {
  question: ListQuery;
  questionKey: string;
} {
  const question = useMemo(
    (): ListQuery => ({
      selectColumns: columns.map((column) => column.key),
      filter,
      sort,
      searchText: search || null,
    }),
    [columns, filter, sort, search],
  );
  return { question, questionKey: JSON.stringify([filter, sort, search]) };
}

/** Returns the user's custom column labels, which an export uses as headers. */
export const customLabels = (columns: ListState['columns']): Record<string, string> =>
  Object.fromEntries(
    columns.filter(({ label, defaultLabel }) => label !== defaultLabel).map(({ key, label }) => [key, label]),
  );
