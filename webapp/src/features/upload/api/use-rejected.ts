import { saveResponse } from '@/lib/download';
import { showFailure } from '@/lib/toast';
import { useMutation } from '@tanstack/react-query';
import { rejectedRows, updatedRows } from './calls';

/** Downloads the rejected rows with the reasons. */
export function useRejected() {
  return useMutation({
    mutationFn: async (uuid: string) => saveResponse(await rejectedRows(uuid), 'rejected.csv'),
    onError: (reason) => showFailure('pageUpload', reason),
  });
}

/** Downloads the updated fields with their old and new values. */
export function useUpdated() {
  return useMutation({
    mutationFn: async (uuid: string) => saveResponse(await updatedRows(uuid), 'updated.csv'),
    onError: (reason) => showFailure('pageUpload', reason),
  });
}
