import type { ListDefinition, ListQuery, Permissions } from 'firmbook-wasm';

/** Limits a list to the columns that the user can read. Private columns require a feature. */
export function readableColumns(
  definition: ListDefinition,
  features: Permissions['features'],
): ListDefinition {
  const columns = definition.columns.filter(({ feature }) => !feature || features[feature]?.read);
  return columns.length === definition.columns.length ? definition : { ...definition, columns };
}

/** Limits a list to the columns that reports and exports can contain, which excludes private ones. */
export const publicColumns = (definition: ListDefinition): ListDefinition => ({
  ...definition,
  columns: definition.columns.filter(({ feature }) => !feature),
});

/** Removes private columns from a query's columns, labels and sort order. */
export function withoutPrivateColumns(query: ListQuery, definition: ListDefinition): ListQuery {
  const isPublic = (key: string) =>
    definition.columns.every((column) => column.key !== key || !column.feature);
  return {
    ...query,
    selectColumns: query.selectColumns?.filter(isPublic),
    sort: query.sort?.filter(({ column }) => isPublic(column)),
    customLabels:
      query.customLabels &&
      Object.fromEntries(Object.entries(query.customLabels).filter(([key]) => isPublic(key))),
  };
}
