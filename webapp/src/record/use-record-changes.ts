import { PAGE } from '@/lib/http';
import { useLive, useReconnect } from '@/lib/live';
import { showDone } from '@/lib/toast';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { RecordChanged } from 'firmbook-wasm';
import { useState } from 'react';

interface Shown {
  kind: RecordChanged['kind'];
  uuid: string;
  /** Query keys of all data on the record's page. */
  parts: readonly QueryKey[];
}

/**
 * Reloads the open record when another user changes it, and shows the name of that user. Returns
 * the name of the user who deleted the record, or null.
 */
export function useRecordChanges({ kind, uuid, parts }: Shown): string | null {
  const queries = useQueryClient();
  const [deleted, setDeleted] = useState<RecordChanged | null>(null);
  useLive('RecordChanged', (changed) => {
    if (changed.kind !== kind || changed.uuid !== uuid || changed.page === PAGE) return;
    setDeleted(changed.isDeleted ? changed : null);
    const refetchType = changed.isDeleted ? 'none' : 'active';
    for (const queryKey of parts) void queries.invalidateQueries({ queryKey, refetchType });
    // Changes in the background have no user.
    if (!changed.isDeleted && changed.by !== '') showDone(`${changed.by} changed this ${kind}`);
  });
  useReconnect(() => {
    for (const queryKey of parts) void queries.invalidateQueries({ queryKey });
  });
  return deleted?.uuid === uuid ? deleted.by : null;
}
