import { useSession } from '@/lib/session';
import { useQuery } from '@tanstack/react-query';
import type { ListDefinition } from 'firmbook-wasm';
import { useMemo } from 'react';
import type { ListSource } from '../types';
import { readable } from '../private-columns';
import { useCustomColumns } from './custom-fields';
import { listKey } from './pages';

/**
 * Limits a list to the columns that the user sees. Returns undefined while these load. Outside
 * advisors see only the columns of the reports shared with them. All other users see every column that
 * is not private, and the private ones that they may read.
 */
export function useShownColumns(source: ListSource, whole: ListDefinition) {
  const { scope, features } = useSession().permissions;
  const isLimited = scope === 'Shared' && source.api.columns !== undefined;
  const { data, isPending } = useQuery({
    queryKey: [...listKey(source), 'columns'],
    queryFn: ({ signal }) => source.api.columns?.(signal) ?? Promise.resolve([]),
    enabled: isLimited,
    staleTime: 0,
  });
  const named = useCustomColumns(whole);
  return useMemo((): ListDefinition | undefined => {
    if (!isLimited || (!isPending && !data)) return readable(named, features);
    if (!data) return undefined;
    const columns = whole.columns.flatMap((column) => {
      const shown = data.find(({ key }) => key === column.key);
      if (!shown) return [];
      return [{ ...column, defaultLabel: shown.defaultLabel, hasTotal: shown.hasTotal, isDefault: true }];
    });
    return { ...whole, columns };
  }, [isLimited, isPending, data, whole, named, features]);
}
