import type { Schemas } from '@/lib/api';
import { call } from '@/lib/http';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ListName } from 'firmbook-wasm';
import { useSearchParams } from 'react-router';

export type SharedReport = Schemas['SharedReport'];

/** Loads the reports that are shared with an outside advisor. */
export const sharedReportsQuery = queryOptions({
  queryKey: ['shared-reports'],
  queryFn: ({ signal }) => call('GET', 'report/shared', { signal }),
  staleTime: 0,
});

/** URL parameter with the uuid of the report that an outside advisor reads. */
const PARAM = 'report';

/** Returns the path of a list with the rows of a report only. */
export const withReport = (listPath: string, { uuid }: SharedReport) => `${listPath}?${PARAM}=${uuid}`;

/**
 * Loads the reports on a list that are shared with an outside advisor. `chosen` is the one in the URL, or the
 * only one there is.
 */
export function useSharedReports(list: ListName) {
  const [params, setParams] = useSearchParams();
  const { data, isPending, error, refetch } = useQuery(sharedReportsQuery);
  const reports = data?.data.filter((report) => report.list === list) ?? [];
  const uuid = params.get(PARAM);
  const named = reports.find((report) => report.uuid === uuid);
  const chosen = named ?? (reports.length === 1 ? reports[0] : undefined);
  return {
    reports,
    isPending,
    /** Why the report in the URL could not be loaded. A failed refetch keeps it. */
    error: uuid === null || data ? null : error,
    retry: refetch,
    chosen,
    /** Whether the URL names a report that is not shared anymore. */
    isGone: data !== undefined && uuid !== null && !named,
    /** Other parameters are those of another report. */
    choose: (next: string) => setParams(next ? { [PARAM]: next } : {}),
  };
}
