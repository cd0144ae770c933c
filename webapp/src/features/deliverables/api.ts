import type { Schemas } from '@/lib/api';
import { call } from '@/lib/http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DeliverableKind } from './kinds';

/** Choices that every kind of document has. */
export interface Choices {
  templateUuid: string;
  /** Code of `deliverableGrouping`. */
  groupBy: number;
}

export const templatesQuery = (kind: DeliverableKind) =>
  queryOptions({
    queryKey: ['templates', kind],
    queryFn: ({ signal }) =>
      call('GET', 'template', { query: { templateType: kind, includeGlobalDefaults: true }, signal }),
  });

/** Prefix of the query keys of an agent, owner or report. */
export const subjectKey = (uuid: string) => ['deliverables', uuid] as const;

/** Key of all previews of a document. */
export const previewsKey = (uuid: string) => [...subjectKey(uuid), 'preview'] as const;

/** The first pages as SVG. The previous pages remain until the new ones arrive. */
export const previewQuery = (
  uuid: string,
  choices: object,
  load: (signal: AbortSignal) => Promise<Schemas['BookPreview']>,
) =>
  queryOptions({
    queryKey: [...previewsKey(uuid), choices],
    queryFn: ({ signal }) => load(signal),
    placeholderData: keepPreviousData,
    // Contracts may change at any time, and pages are large.
    staleTime: 0,
    gcTime: 0,
  });
