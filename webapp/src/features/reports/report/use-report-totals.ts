import { useHubEvent, useReconnect } from '@/lib/hub-events';
import { listKey } from '@/list/data/pages';
import type { ListSource } from '@/list/types';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { countTotals, reportQuery, REPORTS } from '../api/calls';
import { withTotals } from '../api/merge';
import type { Report } from '../api/report';

/**
 * Loads the totals of an open report for the current user. Reloads totals and rows when the firm's
 * data changes.
 */
export function useReportTotals({ uuid, version, problem }: Report, source: ListSource) {
  const queries = useQueryClient();
  const key = [...REPORTS, 'totals', uuid, version];
  const totals = useQuery({
    queryKey: key,
    enabled: problem === null,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const loaded = await countTotals(uuid, signal);
      queries.setQueryData(reportQuery(uuid).queryKey, (report) => report && withTotals(report, loaded));
      return loaded;
    },
  });
  const reload = () => {
    void queries.invalidateQueries({ queryKey: key });
    void queries.invalidateQueries({ queryKey: listKey(source) });
  };
  useHubEvent('ReportTotals', ({ reportUuids }) => {
    if (reportUuids.includes(uuid)) reload();
  });
  useReconnect(reload);
  return totals;
}
