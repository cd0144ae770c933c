import type { ColumnDescriptor, FilterItem, ListDefinition, Sort, TableState } from 'firmbook-wasm';
import { useCallback, useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { GridColumn } from '../types';
import { clampWidth, defaultWidth } from './column-width';
import { formatListUrl, parseListUrl, type ListUrl } from './list-url';
import { useTableState } from './table-state';

/** The list as it stands: the address bar first, then what the user saved, then the list's own defaults. */
export function useListState(definition: ListDefinition, tableName: string = definition.list) {
  const { search: queryString } = useLocation();
  const navigate = useNavigate();
  const { saved, isLoading, save } = useTableState(tableName, tableName === definition.list);

  const url = useMemo(
    () => parseListUrl(new URLSearchParams(queryString), definition.columns),
    [queryString, definition],
  );
  const sort = url.sort ?? saved?.sort ?? NO_SORT;
  const columns = useMemo(
    () => shownColumns(definition, url.columns, saved),
    [definition, url.columns, saved],
  );

  const go = useCallback(
    (change: Partial<ListUrl>, replace = true) => {
      const next = formatListUrl({ ...url, ...change }, new URLSearchParams(window.location.search));
      void navigate({ search: next }, { replace, preventScrollReset: true });
    },
    [url, navigate],
  );

  // A saved table shows in the address bar too, so that the address can be passed on.
  useEffect(() => {
    if (isLoading || !saved) return;
    const change: Partial<ListUrl> = {};
    if (!url.sort && saved.sort?.length) change.sort = saved.sort;
    if (!url.columns && !isDefault(definition, columns)) change.columns = columns.map((column) => column.key);
    if (change.sort || change.columns) go(change);
  }, [isLoading, saved, url, columns, definition, go]);

  const setSearch = useCallback((search: string) => go({ search }), [go]);
  const setFilter = useCallback((filter: FilterItem[]) => go({ filter }, false), [go]);
  const clearQuestion = useCallback(() => go({ search: '', filter: [] }, false), [go]);

  const setSort = useCallback(
    (next: Sort[]) => {
      save({ columns: stateOf(columns), sort: next });
      go({ sort: next });
    },
    [save, go, columns],
  );

  const setColumns = useCallback(
    (next: GridColumn[]) => {
      save({ columns: stateOf(next), sort });
      if (!sameKeys(next, columns)) go({ columns: next.map((column) => column.key) });
    },
    [save, go, sort, columns],
  );

  const allColumns = useMemo(
    () => definition.columns.map((column) => columns.find(({ key }) => key === column.key) ?? plain(column)),
    [definition, columns],
  );
  const defaultColumns = useMemo(() => shownColumns(definition, undefined, null), [definition]);

  return {
    search: url.search,
    filter: url.filter,
    sort,
    columns,
    allColumns,
    defaultColumns,
    isLoading,
    setSearch,
    setFilter,
    clearQuestion,
    setSort,
    setColumns,
  };
}

export type ListState = ReturnType<typeof useListState>;

const NO_SORT: Sort[] = [];

const plain = (column: ColumnDescriptor): GridColumn => ({
  ...column,
  label: column.defaultLabel,
  width: defaultWidth(column),
});

function shownColumns(
  definition: ListDefinition,
  keys: string[] | undefined,
  saved: TableState | null,
): GridColumn[] {
  const kept = new Map(saved?.columns.map((column) => [column.key, column]));
  const wanted = keys ?? saved?.columns.map((column) => column.key) ?? defaultKeys(definition);
  const shown = wanted.flatMap((key): GridColumn[] => {
    const column = definition.columns.find((candidate) => candidate.key === key);
    if (!column) return [];
    const mine = kept.get(key);
    const label = mine?.label || column.defaultLabel;
    return [{ ...column, label, width: clampWidth(mine?.width ?? defaultWidth(column)) }];
  });
  return shown.length ? shown : shownColumns(definition, defaultKeys(definition), null);
}

export const defaultKeys = (definition: ListDefinition) =>
  definition.columns.filter((column) => column.isDefault).map((column) => column.key);

const isDefault = (definition: ListDefinition, columns: GridColumn[]) =>
  columns.map((column) => column.key).join() === defaultKeys(definition).join();

const sameKeys = (a: GridColumn[], b: GridColumn[]) =>
  a.length === b.length && a.every((column, i) => column.key === b[i]?.key);

const stateOf = (columns: GridColumn[]): TableState['columns'] =>
  columns.map((column) => ({
    key: column.key,
    width: column.width === defaultWidth(column) ? null : column.width,
    label: column.label === column.defaultLabel ? null : column.label,
  }));
