import { showFailure } from '@/lib/toast';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { undoUpload, UPLOADS } from './calls';

/** Undoes an import. */
export function useUndo() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (uuid: string) => undoUpload(uuid),
    onError: (reason) => showFailure(undefined, reason),
    onSettled: () => queries.invalidateQueries({ queryKey: UPLOADS }),
  });
}
