import type { ListQuery } from 'firmbook-wasm';
import { useMemo } from 'react';
import type { ListState } from './state/use-list-state';

/** What the list asks the server, and a key that changes when other rows or another order are asked for. */
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

/** The labels that the user gave, as headers for an export. */
export const customLabels = (columns: ListState['columns']): Record<string, string> =>
  Object.fromEntries(
    columns.filter(({ label, defaultLabel }) => label !== defaultLabel).map(({ key, label }) => [key, label]),
  );
