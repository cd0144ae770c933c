import type {
  FilterItem,
  ListDefinition,
  ListName,
  SavedView,
  Sort,
  TableLayout,
  TableState,
} from 'firmbook-wasm';
import { useCallback, useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { GridColumn } from '../types';
import { useIsLeaving } from '../use-is-leaving';
import { columnsToSave, defaultKeys, shownColumns, shownKeys, withAllColumns } from './columns';
import { formatListUrl, parseListUrl, type ListUrl } from './list-url';
import { useTableState, type ViewsChange } from './table-state';

const NO_SORT: Sort[] = [];

/** Loads and saves the columns, the sort order and the views of a list. */
interface StoredTable {
  /** The list whose table the server stores. Null if the browser stores it. */
  list: ListName | null;
  saved: TableState | null;
  isLoading: boolean;
  save: (layout: TableLayout) => void;
  setViews: (change: ViewsChange) => void;
}

/**
 * Manages the state of a list. It comes from the URL, else the saved table, else the list's defaults.
 * `defaultSort` applies if neither the URL nor the saved table has a sort order.
 */
export function useListState(
  definition: ListDefinition,
  tableName: string = definition.list,
  defaultSort: Sort[] = NO_SORT,
) {
  return useListStateWithTable(
    definition,
    useTableState(tableName, tableName === definition.list ? definition.list : null),
    defaultSort,
  );
}

/** Like `useListState`, with a table stored elsewhere. */
export function useListStateWithTable(
  definition: ListDefinition,
  table: StoredTable,
  defaultSort: Sort[] = NO_SORT,
) {
  const { list, saved, isLoading, save, setViews } = table;
  const { search: queryString, hash } = useLocation();
  const navigate = useNavigate();
  const isLeaving = useIsLeaving();

  const url = useMemo(
    () => parseListUrl(new URLSearchParams(queryString), definition.columns),
    [queryString, definition],
  );
  const sort = useMemo(
    () => url.sort ?? (saved?.sort ?? defaultSort).filter(({ column }) => isSortable(definition, column)),
    [url.sort, saved?.sort, defaultSort, definition],
  );
  const columns = useMemo(
    () => shownColumns(definition, url.columns, saved),
    [definition, url.columns, saved],
  );

  const updateUrl = useCallback(
    // Synchronous, so that the URL and the rows always show the same query.
    (change: Partial<ListUrl>, replace = true, flushSync = true) => {
      const next = formatListUrl({ ...url, ...change }, new URLSearchParams(window.location.search));
      void navigate({ search: next, hash }, { replace, flushSync, preventScrollReset: true });
    },
    [url, hash, navigate],
  );

  // Copy the saved table to the URL, so that the URL can be shared.
  useEffect(() => {
    if (isLoading || !saved || isLeaving()) return;
    const change: Partial<ListUrl> = {};
    if (!url.sort && saved.sort?.length) change.sort = saved.sort;
    if (!url.columns && !isDefault(definition, columns)) change.columns = columns.map((column) => column.key);
    if (change.sort || change.columns) updateUrl(change, true, false);
  }, [isLoading, saved, url, columns, definition, updateUrl, isLeaving]);

  const setSearch = useCallback((search: string) => updateUrl({ search }), [updateUrl]);
  const setFilter = useCallback((filter: FilterItem[]) => updateUrl({ filter }, false), [updateUrl]);
  const clearQuery = useCallback(() => updateUrl({ search: '', filter: [] }, false), [updateUrl]);

  const allColumns = useMemo(() => withAllColumns(definition, columns, saved), [definition, columns, saved]);
  const views = saved?.views ?? NO_VIEWS;

  const setSort = useCallback(
    (next: Sort[]) => {
      save({ columns: columnsToSave(columns, allColumns), sort: next });
      updateUrl({ sort: next });
    },
    [save, updateUrl, columns, allColumns],
  );

  const setColumns = useCallback(
    (next: GridColumn[]) => {
      const kept = next.filter((column) => !column.isTemporary);
      save({ columns: columnsToSave(kept, withAllColumns(definition, next, saved)), sort });
      if (!sameKeys(kept, columns)) updateUrl({ columns: kept.map((column) => column.key) });
    },
    [save, updateUrl, sort, columns, definition, saved],
  );

  /** Restores the default columns, labels and order. */
  const resetColumns = useCallback(() => {
    save({ columns: [], sort: defaultSort });
    updateUrl({ columns: defaultKeys(definition), sort: defaultSort });
  }, [save, updateUrl, defaultSort, definition]);

  /** The current state of the list, as a view without a name. */
  const currentView = useMemo(
    (): Omit<SavedView, 'name'> => ({
      columns: columnsToSave(columns, []),
      sort: [...sort],
      filter: url.filter,
      searchText: url.search,
    }),
    [columns, sort, url.filter, url.search],
  );

  const showView = useCallback(
    ({ columns: viewColumns, sort: order = [], filter = [], searchText = '' }: SavedView) => {
      save({ columns: viewColumns, sort: order });
      updateUrl({ columns: shownKeys(viewColumns), sort: order, filter, search: searchText }, false);
    },
    [save, updateUrl],
  );

  return {
    search: url.search,
    filter: url.filter,
    sort,
    columns,
    allColumns,
    views,
    storedList: list,
    currentView,
    isLoading,
    setSearch,
    setFilter,
    clearQuery,
    setSort,
    setColumns,
    resetColumns,
    setViews,
    showView,
  };
}

export type ListState = ReturnType<typeof useListState>;

const NO_VIEWS: SavedView[] = [];

const isSortable = (definition: ListDefinition, key: string) =>
  definition.columns.some((column) => column.key === key && column.canSort);

const isDefault = (definition: ListDefinition, columns: GridColumn[]) =>
  columns.map((column) => column.key).join() === defaultKeys(definition).join();

const sameKeys = (a: GridColumn[], b: GridColumn[]) =>
  a.length === b.length && a.every((column, i) => column.key === b[i]?.key);
