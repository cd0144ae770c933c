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
export function useSharedColumns(source: ListSource, whole: ListDefinition, report?: SharedReport) {
  const { data, isPending } = useQuery({
    queryKey: [...listKey(source), 'columns'],
    queryFn: ({ signal }) => source.api.columns?.(signal) ?? Promise.resolve([]),
    staleTime: 0,
  });
  const named = useCustomColumns(whole);
  return useMemo((): ListDefinition | undefined => {
    if (!data) return isPending ? undefined : named;
    const columns = named.columns.flatMap((column) => {
      const shown = data.find(({ key }) => key === column.key);
      if (!shown) return [];
      return [{ ...column, defaultLabel: shown.defaultLabel, hasTotal: shown.hasTotal, isDefault: true }];
    });
    if (!report) return { ...whole, columns };
    const ofReport = report.columns.flatMap((key) => {
      const column = columns.find((one) => one.key === key);
      if (!column) return [];
      const defaultLabel = report.customLabels[key];
      return [defaultLabel ? { ...column, defaultLabel, isRenamed: true } : column];
    });
    return { ...whole, columns: ofReport };
  }, [isPending, data, whole, named, report]);
}
