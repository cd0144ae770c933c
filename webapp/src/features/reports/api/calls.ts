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

/** First part of every cache key of reports. */
export const REPORTS = ['reports'] as const;

export const reportsKey = (reportType: number) => [...REPORTS, 'list', reportType] as const;

/** The user's own reports of a type and those shared with the user, by name. */
export const reportsQuery = (reportType: number) =>
  queryOptions({
    queryKey: reportsKey(reportType),
    queryFn: async ({ signal }) =>
      (await call<{ data: Report[] }>('GET', 'report', { query: { reportType }, signal })).data,
  });

/** Reports that nobody has opened for long, and those that cannot be answered any more. */
export const staleReportsQuery = queryOptions({
  queryKey: [...REPORTS, 'stale'],
  queryFn: async ({ signal }) =>
    (await call<{ data: Report[] }>('GET', 'report', { query: { stale: 'true' }, signal })).data,
});

/** One report; asking for it counts as opening it. */
export const reportQuery = (uuid: string) =>
  queryOptions({
    queryKey: [...REPORTS, 'one', uuid],
    queryFn: ({ signal }) => call<Report>('GET', `report/${uuid}`, { signal }),
  });

/** The same key twice adds one. */
export const addReport = (body: NewReport, key: string) =>
  call<Report>('POST', 'report', { body, headers: { 'idempotency-key': key } });

export const updateReport = (uuid: string, body: ReportInput) =>
  call<Report>('PUT', `report/${uuid}`, { body });

export const deleteReport = ({ uuid, version }: { uuid: string; version: number }) =>
  call<void>('DELETE', `report/${uuid}`, { query: { version } });

/** Makes a report whose owner left the firm the user's own. */
export const takeOverReport = ({ uuid, version }: { uuid: string; version: number }) =>
  call<Report>('PUT', `report/${uuid}/owner`, { query: { version } });

export const countTotals = (uuid: string, signal: AbortSignal) =>
  call<ReportTotalsAnswer>('POST', `report/${uuid}/totals`, { signal });

/** The users of the firm, the report's owner left out. */
export const accessQuery = (uuid: string) =>
  queryOptions({
    queryKey: [...REPORTS, 'access', uuid],
    queryFn: async ({ signal }) =>
      (await call<ReportAccess>('GET', `report/${uuid}/access`, { signal })).data,
    staleTime: 0,
  });

/** From now on these users have access, and no others. */
export const shareReport = async (uuid: string, body: ReportAccessInput) =>
  (await call<ReportAccess>('POST', `report/${uuid}/access`, { body })).data;

export const subscribe = (uuid: string, body: SubscriptionInput) =>
  call<Report>('PUT', `report/${uuid}/subscription`, { body });

/** What changed since the user was told; 404 for who does not subscribe. */
export const changesQuery = (uuid: string) =>
  queryOptions({
    queryKey: [...REPORTS, 'changes', uuid],
    queryFn: ({ signal }) => call<ReportChanges>('GET', `report/${uuid}/changes`, { signal }),
    staleTime: 0,
  });

export const exportReport = (uuid: string, body: ReportExport, signal: AbortSignal) =>
  callForResponse('POST', `report/${uuid}/export`, { body, signal });
