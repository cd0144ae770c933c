import { useSession } from '@/lib/session';
import type { ListDefinition } from 'firmbook-wasm';
import { useMemo } from 'react';
import { readable } from '../private-columns';
import { useCustomColumns } from './custom-fields';

/** Limits a list to the columns that the user may read: all public columns and permitted private ones. */
export function useReadableColumns(whole: ListDefinition): ListDefinition {
  const { features } = useSession().permissions;
  const named = useCustomColumns(whole);
  return useMemo(() => readable(named, features), [named, features]);
}
