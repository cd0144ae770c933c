import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { reportQuery, REPORTS, reportsKey } from './calls';
import type { Report } from './report';

/** Brings the pages that show reports up to date. */
export function useReportsChanged() {
  const queries = useQueryClient();
  return useMemo(() => {
    const lists = () => queries.invalidateQueries({ queryKey: REPORTS, predicate: isList });
    const put = (report: Report) => {
      queries.setQueryData(reportQuery(report.uuid).queryKey, report);
      queries.setQueryData<Report[]>(reportsKey(report.reportType), (reports) =>
        reports?.map((one) => (one.uuid === report.uuid ? report : one)),
      );
    };
    return {
      /** A report as it will be, before the server says so. */
      expected: put,
      /** A report as the server has it now; totals that are known are asked for anew by who shows them. */
      saved: (report: Report) => {
        put(report);
        return lists();
      },
      removed: (reports: readonly Report[]) => {
        // One that is on the screen still would be asked for once more.
        for (const { uuid } of reports)
          queries.removeQueries({ queryKey: reportQuery(uuid).queryKey, type: 'inactive' });
        return lists();
      },
    };
  }, [queries]);
}

const isList = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  ['list', 'stale', 'changes'].includes(String(queryKey[1]));
