import type { ColumnDescriptor, ListDefinition, TableColumn, TableState } from 'firmbook-wasm';
import type { GridColumn } from '../types';
import { clampWidth, defaultWidth } from './column-width';

/** Returns a column with the user's saved label and width. */
const asKept = (column: ColumnDescriptor, kept: TableColumn | undefined): GridColumn => ({
  ...column,
  label: kept?.label || column.defaultLabel,
  width: clampWidth(kept?.width ?? defaultWidth(column)),
  ...(kept?.isPinned && { isPinned: true }),
});

export const defaultKeys = (definition: ListDefinition) =>
  definition.columns.filter((column) => column.isDefault).map((column) => column.key);

export const shownKeys = (columns: readonly TableColumn[]) =>
  columns.filter((column) => !column.isHidden).map((column) => column.key);

const byKey = (saved: TableState | null) => new Map(saved?.columns.map((column) => [column.key, column]));

/** Returns the shown columns in order: those in `keys`, else the saved ones, else the defaults. */
export function shownColumns(
  definition: ListDefinition,
  keys: readonly string[] | undefined,
  saved: TableState | null,
): GridColumn[] {
  const kept = byKey(saved);
  const find = (wanted: readonly string[]) =>
    wanted.flatMap((key): GridColumn[] => {
      const column = definition.columns.find((candidate) => candidate.key === key);
      return column ? [asKept(column, kept.get(key))] : [];
    });
  const shown = find(keys ?? shownKeys(saved?.columns ?? []));
  return shown.length ? shown : find(defaultKeys(definition));
}

/** Returns all columns of the list, shown or not, with the user's labels and widths. */
export function everyColumn(
  definition: ListDefinition,
  shown: readonly GridColumn[],
  saved: TableState | null,
): GridColumn[] {
  const kept = byKey(saved);
  return definition.columns.map(
    (column) => shown.find(({ key }) => key === column.key) ?? asKept(column, kept.get(column.key)),
  );
}

/** Returns the columns to save: those shown, plus hidden ones with a custom label or width. */
export function stateOf(shown: readonly GridColumn[], all: readonly GridColumn[]): TableColumn[] {
  const keys = new Set(shown.map((column) => column.key));
  const hidden = all
    .filter((column) => !keys.has(column.key))
    .map((column) => saved(column, true))
    .filter((column) => column.width !== null || column.label !== null);
  return [...shown.map((column) => saved(column, false)), ...hidden];
}

const saved = (column: GridColumn, isHidden: boolean): TableColumn => ({
  key: column.key,
  width: column.width === defaultWidth(column) ? null : column.width,
  label: column.label === column.defaultLabel ? null : column.label,
  ...(isHidden ? { isHidden } : column.isPinned && { isPinned: true }),
});
