import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { ReportSummary } from 'firmbook-wasm';
import { previewQuery, subjectKey, type Choices } from '../api';
import type { SummaryKind } from '../kinds';

/** What a summary shows, and how. */
export interface SummaryChoices extends Choices {
  kind: SummaryKind;
}

const POLL_MS = 2_000;

const REPORT = 'ReportSummary/{reportUuid}';
const DOCUMENT = `${REPORT}/document/{documentId}` as const;

export const summaryKey = (reportUuid: string) => [...subjectKey(reportUuid), 'summary'] as const;

/** The stored summaries and those that are not generated yet. Loaded again until they are. */
export const summaryQuery = (reportUuid: string) =>
  queryOptions({
    queryKey: summaryKey(reportUuid),
    queryFn: ({ signal }) => call('GET', REPORT, { path: { reportUuid }, signal }),
    refetchInterval: ({ state }) => (state.data && isGenerating(state.data) ? POLL_MS : false),
    staleTime: 0,
  });

/** Returns whether a summary is being generated. Failed ones are also pending. */
export const isGenerating = ({ pending }: Pick<ReportSummary, 'pending'>) =>
  pending.some(({ error }) => error === null);

/** Loads nothing until a template is chosen. */
export const summaryPreviewQuery = (reportUuid: string, choices: SummaryChoices) => ({
  ...previewQuery(reportUuid, choices, (signal) => {
    const { kind: deliverableType, ...others } = choices;
    return call('GET', `${REPORT}/preview/{templateUuid}/group/{groupBy}/type/{deliverableType}`, {
      path: { reportUuid, deliverableType, ...others },
      signal,
    });
  }),
  enabled: choices.templateUuid !== '',
});

/** `key` is the idempotency key. */
export const generateSummary = (uuid: string, { kind, ...others }: SummaryChoices, key: string) =>
  call('POST', 'ReportSummary/generate', {
    body: { uuid, deliverableType: kind, ...others },
    idempotencyKey: key,
  });

export const retrySummary = (reportUuid: string, documentId: string) =>
  call('POST', `${DOCUMENT}/retry`, { path: { reportUuid, documentId } });

export const deleteSummary = (reportUuid: string, documentId: string) =>
  call('DELETE', DOCUMENT, { path: { reportUuid, documentId } });
