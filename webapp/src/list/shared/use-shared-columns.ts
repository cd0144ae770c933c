import { useQuery } from '@tanstack/react-query';
import type { ListDefinition } from 'firmbook-wasm';
import { useMemo } from 'react';
import { useCustomColumns } from '../data/custom-fields';
import { listKey } from '../data/pages';
import type { ListSource } from '../types';
import type { SharedReport } from './shared-reports';

/**
 * Limits a list to the columns that an outside advisor sees: those of the report, in its order, or those of
 * all reports shared with the advisor. Returns undefined while they load, and null if that failed.
 */
export function useSharedColumns(source: ListSource, whole: ListDefinition, report?: SharedReport) {
  const { data, isPending } = useQuery({
    queryKey: [...listKey(source), 'columns'],
    queryFn: ({ signal }) => source.api.columns?.(signal) ?? Promise.resolve([]),
    staleTime: 0,
  });
  const named = useCustomColumns(whole);
  return useMemo((): ListDefinition | null | undefined => {
    if (!data) return isPending ? undefined : null;
    const columns = named.columns.flatMap((column) => {
      const shown = data.find(({ key }) => key === column.key);
      if (!shown) return [];
      return [{ ...column, defaultLabel: shown.defaultLabel, hasTotal: shown.hasTotal, isDefault: true }];
    });
    if (!report) return { ...whole, columns };
    const ofReport = report.columns.flatMap((key) => columns.find((column) => column.key === key) ?? []);
    return { ...whole, columns: ofReport };
  }, [isPending, data, whole, named, report]);
}
