import type { Schemas } from '@/lib/api';
import { contactKinds, type ContactKindConfig } from '@/lib/contact-kinds';
import { call } from '@/lib/http';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { listDefinition, type ListDefinition, type ListName } from 'firmbook-wasm';
import { useMemo } from 'react';
import type { GridColumn } from '../types';

/** Loads the custom fields for a kind of contact. */
export const customFieldsQuery = ({ resource }: Pick<ContactKindConfig, 'resource'>) =>
  queryOptions({
    queryKey: ['custom-fields', resource],
    queryFn: ({ signal }) => call('GET', `${resource}/customFields`, { signal }),
  });

/** Labels the columns of custom fields with their names. Leaves out columns without a field. */
export function nameCustomColumns(
  definition: ListDefinition,
  fields: readonly Schemas['CustomField'][],
): ListDefinition {
  const columns = definition.columns.flatMap((column) => {
    if (!column.isCustom) return [column];
    const field = fields.find((candidate) => candidate.column === column.key);
    return field ? [{ ...column, defaultLabel: field.name }] : [];
  });
  return { ...definition, columns };
}

/**
 * Returns the definition with the firm's custom fields as columns. Keeps all numbered columns while they
 * load, so that a table that shows some of them does not change.
 */
export function useCustomColumns(definition: ListDefinition): ListDefinition {
  const kind = Object.values(contactKinds).find(({ list }) => list === definition.list);
  const { data, isPending } = useQuery(
    kind ? customFieldsQuery(kind) : { queryKey: ['custom-fields'], queryFn: skipToken },
  );
  return useMemo(
    () => (!kind || isPending ? definition : nameCustomColumns(definition, data ?? [])),
    [kind, isPending, definition, data],
  );
}

/** Returns the columns of a list with their default labels. */
export function useColumnsOf(list: ListName): GridColumn[] {
  const definition = useCustomColumns(useMemo(() => listDefinition(list), [list]));
  return useMemo(
    () => definition.columns.map((column) => ({ ...column, label: column.defaultLabel, width: 0 })),
    [definition],
  );
}
