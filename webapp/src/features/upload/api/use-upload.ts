import { useHubEvent, usePollInterval } from '@/lib/hub-events';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isWorking, POLL_MS, uploadQuery, UPLOADS } from './calls';

/**
 * Loads an upload and follows its progress. Pushed progress updates the cached upload, and
 * completion reloads it. A null uuid disables the query.
 */
export function useUpload(uuid: string | null) {
  const queries = useQueryClient();
  const pollInterval = usePollInterval(POLL_MS);
  useHubEvent('JobProgress', ({ jobUuid, done, total, state }) => {
    if (jobUuid !== uuid) return;
    if (state !== 'Running') return void queries.invalidateQueries({ queryKey: UPLOADS });
    queries.setQueryData(uploadQuery(uuid).queryKey, (old) =>
      old && isWorking(old.upload)
        ? { ...old, upload: { ...old.upload, progress: { done, total: total ?? 0 } } }
        : old,
    );
  });
  return useQuery({
    ...uploadQuery(uuid ?? ''),
    enabled: uuid !== null,
    refetchInterval: ({ state }) => (state.data && isWorking(state.data.upload) ? pollInterval : false),
  });
}
