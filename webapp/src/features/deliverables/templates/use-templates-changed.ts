import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Reloads the templates, after which another one can be the default. */
export function useTemplatesChanged() {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: ['templates'] }), [queries]);
}
