import type {
  ColumnDescriptor,
  FilterItem,
  ListDefinition,
  Sort,
  TableColumn,
  TableState,
} from 'firmbook-wasm';
import { pinnedCount } from '../columns/arrange';
import type { GridColumn } from '../types';
import { clampWidth, defaultWidth } from './column-width';
import { conditionsOf } from './filter-text';

/** Returns a column with the user's saved label and width. */
const withSavedLayout = (column: ColumnDescriptor, savedColumn: TableColumn | undefined): GridColumn => ({
  ...column,
  label: savedColumn?.label || column.defaultLabel,
  width: clampWidth(savedColumn?.width ?? defaultWidth(column)),
  ...(savedColumn?.isPinned && { isPinned: true }),
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
  const savedByKey = byKey(saved);
  const find = (keysToShow: readonly string[]) =>
    keysToShow.flatMap((key): GridColumn[] => {
      const column = definition.columns.find((candidate) => candidate.key === key);
      return column ? [withSavedLayout(column, savedByKey.get(key))] : [];
    });
  const shown = find(keys ?? shownKeys(saved?.columns ?? []));
  return shown.length ? shown : find(defaultKeys(definition));
}

/** Returns all columns of the list, shown or not, with the user's labels and widths. */
export function withAllColumns(
  definition: ListDefinition,
  shown: readonly GridColumn[],
  saved: TableState | null,
): GridColumn[] {
  const savedByKey = byKey(saved);
  return definition.columns.map(
    (column) =>
      shown.find(({ key }) => key === column.key) ?? withSavedLayout(column, savedByKey.get(column.key)),
  );
}

const asTemporary = (column: GridColumn): GridColumn => ({ ...column, isTemporary: true });

/** Adds the columns that the list is sorted or filtered by, after the pinned ones. */
export function withQueryColumns(
  shown: readonly GridColumn[],
  all: readonly GridColumn[],
  sort: readonly Sort[],
  filter: readonly FilterItem[],
): GridColumn[] {
  const used = new Set([...sort, ...filter.flatMap(conditionsOf)].map(({ column }) => column));
  for (const { key } of shown) used.delete(key);
  const added = all.filter(({ key }) => used.has(key)).map(asTemporary);
  return shown.toSpliced(pinnedCount(shown), 0, ...added);
}

/** Returns the columns to save: those shown, plus hidden ones with a custom label or width. */
export function columnsToSave(shown: readonly GridColumn[], all: readonly GridColumn[]): TableColumn[] {
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
