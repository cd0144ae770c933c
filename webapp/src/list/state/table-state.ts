import { call } from '@/lib/http';
import { useSession } from '@/lib/session';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListName, TableState } from 'firmbook-wasm';
import { useCallback, useEffect, useRef, useState } from 'react';

const SAVE_AFTER_MS = 800;

const storageKey = (name: string, userKey: string) => `firmbook-table-${name}-${userKey}`;

export const tableStateQuery = (name: string, userKey: string, list: ListName | null) => {
  const stored = storageKey(name, userKey);
  return queryOptions({
    queryKey: ['tableState', name, userKey],
    queryFn: async ({ signal }): Promise<TableState | null> =>
      list ? call('GET', 'TableState/{list}', { path: { list }, signal }) : (recall(stored) ?? null),
    ...(!list && { initialData: () => recall(stored) }),
  });
};

/**
 * Manages the saved table state of a page. With a `list`, changes are stored on the server after a delay,
 * otherwise in the browser.
 */
export function useTableState(name: string, list: ListName | null) {
  const { userKey } = useSession().user;
  const queries = useQueryClient();
  const options = tableStateQuery(name, userKey, list);
  const { data, isPending } = useQuery(options);
  // The query cache notifies asynchronously, and another change may happen before that.
  const [changed, setChanged] = useState<{ stored: string; state: TableState } | null>(null);
  const stored = storageKey(name, userKey);
  const unsaved = useRef<TableState | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    if (!list || !unsaved.current) return;
    // Ignore failures. The table on the screen is correct, only its state is not saved.
    call('PUT', 'TableState/{list}', { path: { list }, body: unsaved.current }).catch(() => undefined);
    unsaved.current = null;
  }, [list]);
  useEffect(() => flush, [flush]);

  const save = useCallback(
    (state: TableState) => {
      setChanged({ stored, state });
      // Storing a table that was not loaded would delete its saved views.
      if (list && queries.getQueryData(options.queryKey) === undefined) return;
      // A response to an earlier request would be older.
      void queries.cancelQueries({ queryKey: options.queryKey });
      queries.setQueryData(options.queryKey, state);
      if (!list) return remember(stored, state);
      unsaved.current = state;
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, SAVE_AFTER_MS);
    },
    [queries, options.queryKey, stored, list, flush],
  );
  const saved = changed?.stored === stored ? changed.state : (data ?? null);
  return { saved, isLoading: isPending, save };
}

function remember(key: string, state: TableState | null) {
  try {
    localStorage.setItem(key, JSON.stringify(state));
  } catch {
    // Storage is unavailable. The table keeps its state until the page is closed.
  }
}

function recall(key: string): TableState | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as TableState | null) ?? undefined;
  } catch {
    return undefined;
  }
}
