import { call, callForResponse } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type {
  NewReport,
  ReportAccess,
  ReportAccessInput,
  ReportChanges,
  ReportExport,
  ReportInput,
  ReportTotalsAnswer,
  SubscriptionInput,
} from 'firmbook-wasm';
import type { Report } from './report';

/** Prefix of the query keys of reports. */
export const REPORTS = ['reports'] as const;

export const reportsKey = (reportType: number) => [...REPORTS, 'list', reportType] as const;

/** The user's own and shared reports of a type, by name. */
export const reportsQuery = (reportType: number) =>
  queryOptions({
    queryKey: reportsKey(reportType),
    queryFn: async ({ signal }) =>
      (await call<{ data: Report[] }>('GET', 'report', { query: { reportType }, signal })).data,
  });

/** Reports that were not opened for a long time or have an invalid query. */
export const staleReportsQuery = queryOptions({
  queryKey: [...REPORTS, 'stale'],
  queryFn: async ({ signal }) =>
    (await call<{ data: Report[] }>('GET', 'report', { query: { stale: 'true' }, signal })).data,
});

/** One report. Loading it counts as opening it. */
export const reportQuery = (uuid: string) =>
  queryOptions({
    queryKey: [...REPORTS, 'one', uuid],
    queryFn: ({ signal }) => call<Report>('GET', `report/${uuid}`, { signal }),
  });

/** `key` is the idempotency key. */
export const addReport = (body: NewReport, key: string) =>
  call<Report>('POST', 'report', { body, headers: { 'idempotency-key': key } });

export const updateReport = (uuid: string, body: ReportInput) =>
  call<Report>('PUT', `report/${uuid}`, { body });

export const deleteReport = ({ uuid, version }: { uuid: string; version: number }) =>
  call<void>('DELETE', `report/${uuid}`, { query: { version } });

/** Transfers an orphaned report to the user. */
export const takeOverReport = ({ uuid, version }: { uuid: string; version: number }) =>
  call<Report>('PUT', `report/${uuid}/owner`, { query: { version } });

export const countTotals = (uuid: string, signal: AbortSignal) =>
  call<ReportTotalsAnswer>('POST', `report/${uuid}/totals`, { signal });

/** The users of the firm except the report's owner, with their access. */
export const accessQuery = (uuid: string) =>
  queryOptions({
    queryKey: [...REPORTS, 'access', uuid],
    queryFn: async ({ signal }) =>
      (await call<ReportAccess>('GET', `report/${uuid}/access`, { signal })).data,
    staleTime: 0,
  });

/** Replaces the list of users a report is shared with. */
export const shareReport = async (uuid: string, body: ReportAccessInput) =>
  (await call<ReportAccess>('POST', `report/${uuid}/access`, { body })).data;

export const subscribe = (uuid: string, body: SubscriptionInput) =>
  call<Report>('PUT', `report/${uuid}/subscription`, { body });

/** Changes since the user's last notification. 404 if the user does not subscribe to the report. */
export const changesQuery = (uuid: string) =>
  queryOptions({
    queryKey: [...REPORTS, 'changes', uuid],
    queryFn: ({ signal }) => call<ReportChanges>('GET', `report/${uuid}/changes`, { signal }),
    staleTime: 0,
  });

export const exportReport = (uuid: string, body: ReportExport, signal: AbortSignal) =>
  callForResponse('POST', `report/${uuid}/export`, { body, signal });
