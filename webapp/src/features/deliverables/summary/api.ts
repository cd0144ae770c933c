import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import { previewQuery, subjectKey, type Choices } from '../api';
import type { SummaryKind } from '../kinds';
import { pollInterval } from '../pending';

/** Options of a summary. */
export interface SummaryChoices extends Choices {
  kind: SummaryKind;
}

const REPORT = 'ReportSummary/{reportUuid}';
const DOCUMENT = `${REPORT}/document/{documentId}` as const;

export const summaryKey = (reportUuid: string) => [...subjectKey(reportUuid), 'summary'] as const;

/** Loads the stored and pending summaries. Polls while summaries are being generated. */
export const summaryQuery = (reportUuid: string) =>
  queryOptions({
    queryKey: summaryKey(reportUuid),
    queryFn: ({ signal }) => call('GET', REPORT, { path: { reportUuid }, signal }),
    refetchInterval: ({ state }) => pollInterval(state.data),
    staleTime: 0,
  });

/** Loads a preview. Disabled until a template is selected. */
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
