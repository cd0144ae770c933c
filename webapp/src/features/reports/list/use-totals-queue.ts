import { useLive } from '@/lib/live';
import { inOwnFrame } from '@/lib/own-frame';
import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { countTotals, reportsKey } from '../api/calls';
import { withTotals } from '../api/merge';
import { TotalsQueue } from './totals-queue';
import type { Report } from '../api/report';

/** The queue of a page with reports of a type: what arrives goes into the list, what turns stale is marked in it. */
export function useTotalsQueue(type: number) {
  const queries = useQueryClient();
  const change = (next: (report: Report) => Report) =>
    queries.setQueryData<Report[]>(reportsKey(type), (reports) => reports?.map(next));
  const [queue] = useState(
    () =>
      new TotalsQueue({
        count: countTotals,
        onArrived: (arrived) => {
          const totals = new Map(arrived.map((arriving) => [arriving.uuid, arriving]));
          change((report) => {
            const arriving = totals.get(report.uuid);
            return arriving ? withTotals(report, arriving) : report;
          });
        },
        together: (changes) => inOwnFrame(() => notifyManager.batch(changes)),
      }),
  );
  useLive('ReportTotals', ({ reportUuids }) => {
    queue.turnedStale(reportUuids);
    change((report) => (reportUuids.includes(report.uuid) ? { ...report, isTotalStale: true } : report));
  });
  // With what the list of reports tells, so that both are drawn at once.
  const [subscribe] = useState(
    () => (listener: () => void) => queue.subscribe(() => notifyManager.schedule(listener)),
  );
  return { queue, progress: useSyncExternalStore(subscribe, queue.progress) };
}
