import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

const KEYS = [
  'list',
  'contract',
  'contact',
  'activity',
  'guidelines',
  'gifts',
  'transactions',
  'home',
  'groups',
];

/** Invalidates all queries that depend on contracts or their parties. */
export function useContractChanged() {
  const queries = useQueryClient();
  return useCallback(
    () => Promise.all(KEYS.map((key) => queries.invalidateQueries({ queryKey: [key] }))),
    [queries],
  );
}
