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
import { defaultKeys, everyColumn, shownColumns, shownKeys, stateOf } from './columns';
import { formatListUrl, parseListUrl, type ListUrl } from './list-url';
import { useTableState, type ViewsChange } from './table-state';

const NO_SORT: Sort[] = [];

/** Loads and saves the columns, the sort order and the views of a list. */
interface KeptTable {
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
  return useListStateOf(
    definition,
    useTableState(tableName, tableName === definition.list ? definition.list : null),
    defaultSort,
  );
}

/** Like `useListState`, with a table stored elsewhere. */
export function useListStateOf(definition: ListDefinition, table: KeptTable, defaultSort: Sort[] = NO_SORT) {
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

  const go = useCallback(
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
    if (change.sort || change.columns) go(change, true, false);
  }, [isLoading, saved, url, columns, definition, go, isLeaving]);

  const setSearch = useCallback((search: string) => go({ search }), [go]);
  const setFilter = useCallback((filter: FilterItem[]) => go({ filter }, false), [go]);
  const clearQuestion = useCallback(() => go({ search: '', filter: [] }, false), [go]);

  const allColumns = useMemo(() => everyColumn(definition, columns, saved), [definition, columns, saved]);
  const views = saved?.views ?? NO_VIEWS;

  const setSort = useCallback(
    (next: Sort[]) => {
      save({ columns: stateOf(columns, allColumns), sort: next });
      go({ sort: next });
    },
    [save, go, columns, allColumns],
  );

  const setColumns = useCallback(
    (next: GridColumn[]) => {
      save({ columns: stateOf(next, allColumns), sort });
      if (!sameKeys(next, columns)) go({ columns: next.map((column) => column.key) });
    },
    [save, go, sort, columns, allColumns],
  );

  /** Restores the default columns, labels and order. */
  const resetColumns = useCallback(() => {
    save({ columns: [], sort: defaultSort });
    go({ columns: defaultKeys(definition), sort: defaultSort });
  }, [save, go, defaultSort, definition]);

  /** The current state of the list, as a view without a name. */
  const present = useMemo(
    (): Omit<SavedView, 'name'> => ({
      columns: stateOf(columns, []),
      sort: [...sort],
      filter: url.filter,
      searchText: url.search,
    }),
    [columns, sort, url.filter, url.search],
  );

  const showView = useCallback(
    ({ columns: viewed, sort: order = [], filter = [], searchText = '' }: SavedView) => {
      save({ columns: viewed, sort: order });
      go({ columns: shownKeys(viewed), sort: order, filter, search: searchText }, false);
    },
    [save, go],
  );

  return {
    search: url.search,
    filter: url.filter,
    sort,
    columns,
    allColumns,
    views,
    storedList: list,
    present,
    isLoading,
    setSearch,
    setFilter,
    clearQuestion,
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
