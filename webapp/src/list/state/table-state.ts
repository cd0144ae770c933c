import { call } from '@/lib/http';
import { useSession } from '@/lib/session';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListName, SavedView, TableLayout, TableState } from 'firmbook-wasm';
import { useCallback, useEffect, useRef, useState } from 'react';

const SAVE_AFTER_MS = 800;

export type ViewsChange = (before: readonly SavedView[]) => SavedView[];

const storageKey = (name: string, userKey: string) => `firmbook-table-${name}-${userKey}`;

export const tableStateQuery = (name: string, userKey: string, list: ListName | null) => {
  const stored = storageKey(name, userKey);
  return queryOptions({
    queryKey: ['tableState', name, userKey],
    queryFn: async ({ signal }): Promise<TableState | null> =>
      list ? call('GET', 'TableState/{list}', { path: { list }, signal }) : (readTable(stored) ?? null),
    ...(!list && { initialData: () => readTable(stored) }),
  });
};

/**
 * Manages the saved table of a page. If `list` is given, stores layout changes on the server after a delay,
 * otherwise in the browser.
 */
export function useTableState(name: string, list: ListName | null) {
  const { userKey } = useSession().user;
  const queries = useQueryClient();
  const { queryKey, ...options } = tableStateQuery(name, userKey, list);
  const { data, isPending } = useQuery({ queryKey, ...options });
  // The query cache notifies asynchronously, and another change may happen before that.
  const [changed, setChanged] = useState<{ stored: string; layout: TableLayout } | null>(null);
  const stored = storageKey(name, userKey);
  const unsaved = useRef<TableLayout | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    if (!list || !unsaved.current) return;
    // Ignore failures. The table on the screen is correct, only its layout is not saved.
    call('PUT', 'TableState/{list}', { path: { list }, body: unsaved.current }).catch(() => undefined);
    unsaved.current = null;
  }, [list]);
  useEffect(() => flush, [flush]);

  const change = useCallback(
    (part: (before: TableState) => Partial<TableState>) => {
      const before = queries.getQueryData(queryKey) ?? NO_LAYOUT;
      const next = { ...before, ...part(before) };
      // A response to an earlier request would be older.
      void queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, next);
      if (!list) storeTable(stored, next);
    },
    [queries, queryKey, list, stored],
  );
  const save = useCallback(
    (layout: TableLayout) => {
      setChanged({ stored, layout });
      // Do not overwrite a stored table that could not be loaded.
      if (list && queries.getQueryData(queryKey) === undefined) return;
      change(() => layout);
      unsaved.current = layout;
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, SAVE_AFTER_MS);
    },
    [change, queries, queryKey, stored, list, flush],
  );
  /** Updates the cached views after they have been stored. */
  const setViews = useCallback(
    (next: ViewsChange) => change(({ views = [] }) => ({ views: next(views) })),
    [change],
  );
  const layout = changed?.stored === stored ? changed.layout : null;
  const saved = layout ? { ...data, ...layout } : (data ?? null);
  return { list, saved, isLoading: isPending, save, setViews };
}

const NO_LAYOUT: TableLayout = { columns: [], sort: [] };

function storeTable(key: string, state: TableState) {
  try {
    localStorage.setItem(key, JSON.stringify(state));
  } catch {
    // Storage is unavailable. The table keeps its state until the page is closed.
  }
}

function readTable(key: string): TableState | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as TableState | null) ?? undefined;
  } catch {
    return undefined;
  }
}
