import { useLive } from '@/lib/live';
import { useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { countTotals, reportsKey } from '../api/calls';
import { withTotals } from '../api/merge';
import { TotalsQueue } from './totals-queue';
import type { Report } from '../api/report';

/** The queue of a page with reports of a type: what arrives goes into the list, what turns stale is marked in it. */
export function useTotalsQueue(type: number) {
  const queries = useQueryClient();
  const change = (uuids: readonly string[], next: (report: Report) => Report) =>
    queries.setQueryData<Report[]>(reportsKey(type), (reports) =>
      reports?.map((report) => (uuids.includes(report.uuid) ? next(report) : report)),
    );
  const [queue] = useState(
    () =>
      new TotalsQueue({
        count: countTotals,
        onArrived: (arriving) => change([arriving.uuid], (report) => withTotals(report, arriving)),
      }),
  );
  useLive('ReportTotals', ({ reportUuids }) => {
    queue.turnedStale(reportUuids);
    change(reportUuids, (report) => ({ ...report, isTotalStale: true }));
  });
  return { queue, progress: useSyncExternalStore(queue.subscribe, queue.progress) };
}
