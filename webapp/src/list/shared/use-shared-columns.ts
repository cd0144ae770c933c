import { useQuery } from '@tanstack/react-query';
import type { ListDefinition } from 'firmbook-wasm';
import { useMemo } from 'react';
import { useCustomColumns } from '../data/custom-fields';
import { listKey } from '../data/pages';
import type { ListSource } from '../types';
import type { SharedReport } from './shared-reports';

/**
 * Limits a list to the columns that an outside advisor can see: the report's columns in its order and with
 * its labels, or the columns of all reports shared with the advisor. Returns undefined while they load.
 * Returns all columns if loading fails, and the server then rejects the hidden ones.
 */
export function useSharedColumns(source: ListSource, definition: ListDefinition, report?: SharedReport) {
  const { data, isPending } = useQuery({
    queryKey: [...listKey(source), 'columns'],
    queryFn: ({ signal }) => source.api.columns?.(signal) ?? Promise.resolve([]),
    staleTime: 0,
  });
  const labeled = useCustomColumns(definition);
  return useMemo((): ListDefinition | undefined => {
    if (!data) return isPending ? undefined : labeled;
    const columns = labeled.columns.flatMap((column) => {
      const shown = data.find(({ key }) => key === column.key);
      if (!shown) return [];
      return [{ ...column, defaultLabel: shown.defaultLabel, hasTotal: shown.hasTotal, isDefault: true }];
    });
    if (!report) return { ...definition, columns };
    const ofReport = report.columns.flatMap((key) => {
      const column = columns.find((item) => item.key === key);
      if (!column) return [];
      const defaultLabel = report.customLabels[key];
      return [defaultLabel ? { ...column, defaultLabel, isRenamed: true } : column];
    });
    return { ...definition, columns: ofReport };
  }, [isPending, data, definition, labeled, report]);
}
