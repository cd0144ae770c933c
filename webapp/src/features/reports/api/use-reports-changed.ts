import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { reportQuery, REPORTS, reportsKey } from './calls';
import type { Report } from './report';

/** Updates cached reports after a change. */
export function useReportsChanged() {
  const queries = useQueryClient();
  return useMemo(() => {
    const lists = () => queries.invalidateQueries({ queryKey: REPORTS, predicate: isList });
    const put = (report: Report) => {
      queries.setQueryData(reportQuery(report.uuid).queryKey, report);
      queries.setQueryData<Report[]>(reportsKey(report.reportType), (reports) =>
        reports?.map((item) => (item.uuid === report.uuid ? report : item)),
      );
    };
    return {
      /** Applies an optimistic change. */
      expected: put,
      /** Stores a saved report and reloads the lists. */
      saved: (report: Report) => {
        put(report);
        return lists();
      },
      removed: (reports: readonly Report[]) => {
        // Removing an active query would reload the deleted report.
        for (const { uuid } of reports)
          queries.removeQueries({ queryKey: reportQuery(uuid).queryKey, type: 'inactive' });
        return lists();
      },
    };
  }, [queries]);
}

const isList = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  ['list', 'stale', 'changes'].includes(String(queryKey[1]));
