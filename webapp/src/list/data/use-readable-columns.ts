import { useSession } from '@/lib/session';
import type { ListDefinition } from 'firmbook-wasm';
import { useMemo } from 'react';
import { readableColumns } from '../private-columns';
import { useCustomColumns } from './custom-fields';

/** Limits a list to the columns that the user may read: all public columns and permitted private ones. */
export function useReadableColumns(definition: ListDefinition): ListDefinition {
  const { features } = useSession().permissions;
  const labeled = useCustomColumns(definition);
  return useMemo(() => readableColumns(labeled, features), [labeled, features]);
}
