import type { ListDefinition, ListQuery, Permissions } from 'firmbook-wasm';

/** Returns the list with the columns that the user can read. Private columns need a feature. */
export function readable(definition: ListDefinition, features: Permissions['features']): ListDefinition {
  const columns = definition.columns.filter(({ feature }) => !feature || features[feature]?.read);
  return columns.length === definition.columns.length ? definition : { ...definition, columns };
}

/** Returns the list with the columns that a report or an export can contain. Private ones are left out. */
export const publicColumns = (definition: ListDefinition): ListDefinition => ({
  ...definition,
  columns: definition.columns.filter(({ feature }) => !feature),
});

/** Leaves out the private columns that a query shows or sorts by. */
export function withoutPrivate(query: ListQuery, definition: ListDefinition): ListQuery {
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
