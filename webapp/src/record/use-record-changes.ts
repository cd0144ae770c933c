import { PAGE_ID } from '@/lib/http';
import { useHubEvent, useReconnect } from '@/lib/hub-events';
import { showSuccess } from '@/lib/toast';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { RecordChanged } from 'firmbook-wasm';
import { useState } from 'react';

interface OpenRecord {
  kind: RecordChanged['kind'];
  uuid: string;
  /** Query keys of all data on the record's page. */
  queryKeys: readonly QueryKey[];
}

/**
 * Reloads the open record when another user changes it, and shows the name of that user. Returns
 * the name of the user who deleted the record, or null.
 */
export function useRecordChanges({ kind, uuid, queryKeys }: OpenRecord): string | null {
  const queries = useQueryClient();
  const [deleted, setDeleted] = useState<RecordChanged | null>(null);
  useHubEvent('RecordChanged', (changed) => {
    if (changed.kind !== kind || changed.uuid !== uuid || changed.page === PAGE_ID) return;
    setDeleted(changed.isDeleted ? changed : null);
    const refetchType = changed.isDeleted ? 'none' : 'active';
    for (const queryKey of queryKeys) void queries.invalidateQueries({ queryKey, refetchType });
    // Changes in the background have no user.
    if (!changed.isDeleted && changed.by !== '') showSuccess(`${changed.by} changed this ${kind}`);
  });
  useReconnect(() => {
    for (const queryKey of queryKeys) void queries.invalidateQueries({ queryKey });
  });
  return deleted?.uuid === uuid ? deleted.by : null;
}
