import { call, download } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type {
  NewReport,
  ReportAccessInput,
  ReportExport,
  ReportInput,
  SubscriptionInput,
} from 'firmbook-wasm';
import { withQuery } from './report';

/** Prefix of the query keys of reports. */
export const REPORTS = ['reports'] as const;

const REPORT = 'report/{reportUuid}';

export const reportsKey = (reportType: number) => [...REPORTS, 'list', reportType] as const;

/** Loads the user's own and shared reports of a type, sorted by name. */
export const reportsQuery = (reportType: number) =>
  queryOptions({
    queryKey: reportsKey(reportType),
    queryFn: async ({ signal }) =>
      (await call('GET', 'report', { query: { reportType }, signal })).data.map(withQuery),
  });

/** Loads the reports that have not been opened for a long time or have an invalid query. */
export const staleReportsQuery = queryOptions({
  queryKey: [...REPORTS, 'stale'],
  queryFn: async ({ signal }) =>
    (await call('GET', 'report', { query: { stale: true }, signal })).data.map(withQuery),
});

/** Loads a single report. Loading a report counts as opening it. */
export const reportQuery = (uuid: string) =>
  queryOptions({
    queryKey: [...REPORTS, 'one', uuid],
    queryFn: async ({ signal }) =>
      withQuery(await call('GET', REPORT, { path: { reportUuid: uuid }, signal })),
  });

/** `key` is the idempotency key. */
export const addReport = async (body: NewReport, key: string) =>
  withQuery(await call('POST', 'report', { body, idempotencyKey: key }));

export const updateReport = async (uuid: string, body: ReportInput) =>
  withQuery(await call('PUT', REPORT, { path: { reportUuid: uuid }, body }));

export const deleteReport = ({ uuid, version }: { uuid: string; version: number }) =>
  call('DELETE', REPORT, { path: { reportUuid: uuid }, query: { version } });

/** Transfers an orphaned report to the user. */
export const takeOverReport = async ({ uuid, version }: { uuid: string; version: number }) =>
  withQuery(await call('PUT', `${REPORT}/owner`, { path: { reportUuid: uuid }, query: { version } }));

export const countTotals = (uuid: string, signal: AbortSignal) =>
  call('POST', `${REPORT}/totals`, { path: { reportUuid: uuid }, signal });

/** Loads the users of the firm except the report's owner, with their access. */
export const accessQuery = (uuid: string) =>
  queryOptions({
    queryKey: [...REPORTS, 'access', uuid],
    queryFn: async ({ signal }) =>
      (await call('GET', `${REPORT}/access`, { path: { reportUuid: uuid }, signal })).data,
    staleTime: 0,
  });

/** Replaces the list of users a report is shared with. */
export const shareReport = async (uuid: string, body: ReportAccessInput) =>
  (await call('POST', `${REPORT}/access`, { path: { reportUuid: uuid }, body })).data;

export const subscribe = async (uuid: string, body: SubscriptionInput) =>
  withQuery(await call('PUT', `${REPORT}/subscription`, { path: { reportUuid: uuid }, body }));

/** Loads changes since the user's last notification. 404 if the user does not subscribe to the report. */
export const changesQuery = (uuid: string) =>
  queryOptions({
    queryKey: [...REPORTS, 'changes', uuid],
    queryFn: ({ signal }) => call('GET', `${REPORT}/changes`, { path: { reportUuid: uuid }, signal }),
    staleTime: 0,
  });

export const exportReport = (uuid: string, body: ReportExport, signal: AbortSignal) =>
  download('POST', `${REPORT}/export`, { path: { reportUuid: uuid }, body, signal });
