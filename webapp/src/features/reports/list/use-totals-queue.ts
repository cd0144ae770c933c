import { useHubEvent, useReconnect } from '@/lib/hub-events';
import { enqueueFrame } from '@/lib/frame-queue';
import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { countTotals, reportsKey } from '../api/calls';
import { withTotals } from '../api/merge';
import { TotalsQueue } from './totals-queue';
import type { Report } from '../api/report';

/**
 * Provides the totals queue for a report list. Stores results in the query cache and marks reports
 * that become stale.
 */
export function useTotalsQueue(type: number) {
  const queries = useQueryClient();
  const change = (next: (report: Report) => Report) =>
    queries.setQueryData<Report[]>(reportsKey(type), (reports) => reports?.map(next));
  const [queue] = useState(
    () =>
      new TotalsQueue({
        count: countTotals,
        onArrived: (results) => {
          const totals = new Map(results.map((loaded) => [loaded.uuid, loaded]));
          change((report) => {
            const loaded = totals.get(report.uuid);
            return loaded ? withTotals(report, loaded) : report;
          });
        },
        together: (changes) => enqueueFrame(() => notifyManager.batch(changes)),
      }),
  );
  useHubEvent('ReportTotals', ({ reportUuids }) => {
    queue.markStale(reportUuids);
    change((report) => (reportUuids.includes(report.uuid) ? { ...report, isTotalStale: true } : report));
  });
  useReconnect(() => void queries.invalidateQueries({ queryKey: reportsKey(type) }));
  // Batch with query cache notifications, so that both render at once.
  const [subscribe] = useState(
    () => (listener: () => void) => queue.subscribe(() => notifyManager.schedule(listener)),
  );
  return { queue, progress: useSyncExternalStore(subscribe, queue.progress) };
}
