import type * as wire from 'firmbook-wasm';

/** The query of a report as returned by the server, with all fields. Requests may omit some. */
export type ReportQuery = Required<wire.ReportQuery>;

export type Report = Omit<wire.Report, 'query'> & { query: ReportQuery };

/** The editable fields of a report. */
export type ReportTerms = Pick<Report, 'name' | 'description' | 'query'>;

const EMPTY: ReportQuery = { customLabels: {}, selectColumns: [], filter: [], sort: [], searchText: null };

/** Fills in query fields that are missing from a report. */
export const withQuery = (report: wire.Report): Report => ({
  ...report,
  query: { ...EMPTY, ...report.query },
});
