import { call } from '@/lib/http';
import { useSession } from '@/lib/session';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TableState } from 'firmbook-wasm';
import { useCallback, useEffect, useRef } from 'react';

const SAVE_AFTER_MS = 800;

const tableStateQuery = (list: string, userKey: string, isOnServer: boolean) => {
  const stored = `firmbook-table-${list}-${userKey}`;
  return queryOptions({
    queryKey: ['tableState', list, userKey],
    staleTime: Infinity,
    retry: false,
    queryFn: async ({ signal }): Promise<TableState | null> => {
      if (!isOnServer) return recall(stored) ?? null;
      const state = await call<TableState | null>('GET', `TableState/${list}`, { signal });
      remember(stored, state);
      return state;
    },
    // The last known state serves at once; the server's follows.
    initialData: () => recall(stored),
    initialDataUpdatedAt: 0,
  });
};

/** The saved table; changes are kept here at once and, if it is one of the server's, there a moment later. */
export function useTableState(list: string, isOnServer: boolean) {
  const { userKey } = useSession().user;
  const queries = useQueryClient();
  const options = tableStateQuery(list, userKey, isOnServer);
  const { data, isPending } = useQuery(options);
  const unsaved = useRef<TableState | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    if (!unsaved.current) return;
    // A table state that could not be saved is not worth a message: the table on the screen is right.
    call('PUT', `TableState/${list}`, { body: unsaved.current }).catch(() => undefined);
    unsaved.current = null;
  }, [list]);
  useEffect(() => flush, [flush]);

  const save = useCallback(
    (state: TableState) => {
      queries.setQueryData(options.queryKey, state);
      remember(`firmbook-table-${list}-${userKey}`, state);
      if (!isOnServer) return;
      unsaved.current = state;
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, SAVE_AFTER_MS);
    },
    [queries, options.queryKey, list, userKey, isOnServer, flush],
  );
  return { saved: data ?? null, isLoading: isPending, save };
}

function remember(key: string, state: TableState | null) {
  try {
    localStorage.setItem(key, JSON.stringify(state));
  } catch {
    // No storage: the server's copy is enough.
  }
}

function recall(key: string): TableState | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as TableState | null) ?? undefined;
  } catch {
    return undefined;
  }
}
