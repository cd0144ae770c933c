import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Invalidates the templates after a change, which may also change the default. */
export function useTemplatesChanged() {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: ['templates'] }), [queries]);
}
