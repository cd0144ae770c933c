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

/** URL parameter with the uuid of the shared report. */
const PARAM = 'report';

/** Returns the path of a list, limited to the rows of a report. */
export const withReport = (listPath: string, { uuid }: SharedReport) => `${listPath}?${PARAM}=${uuid}`;

/**
 * Loads the reports on a list that are shared with an outside advisor. `chosen` is the report in the URL, or
 * the only one.
 */
export function useSharedReports(list: ListName) {
  const [params, setParams] = useSearchParams();
  const { data, isPending, error, refetch } = useQuery(sharedReportsQuery);
  const reports = data?.data.filter((report) => report.list === list) ?? [];
  const uuid = params.get(PARAM);
  const named = reports.find((report) => report.uuid === uuid);
  const selected = named ?? (reports.length === 1 ? reports[0] : undefined);
  return {
    reports,
    isPending,
    /** Why the report in the URL could not be loaded. Null after a failed refetch, which keeps the report. */
    error: uuid === null || data ? null : error,
    retry: refetch,
    selected,
    /** Whether the URL names a report that is no longer shared. */
    isGone: data !== undefined && uuid !== null && !named,
    /** Selects a report. Drops the other URL parameters, which belong to the previous report. */
    select: (next: string) => setParams(next ? { [PARAM]: next } : {}),
  };
}
