import type * as wire from 'firmbook-wasm';

/** What a report asks its list. What is asked for may leave parts out; what is given has all of them. */
export type ReportQuery = Required<wire.ReportQuery>;

export type Report = Omit<wire.Report, 'query'> & { query: ReportQuery };

/** What a user says of a report. */
export type ReportTerms = Pick<Report, 'name' | 'description' | 'query'>;
