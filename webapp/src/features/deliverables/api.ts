import type { Schemas } from '@/lib/api';
import { call } from '@/lib/http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DeliverableKind } from './kinds';

/** Options shared by all kinds of documents. */
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

/** Returns the prefix of the query keys of an agent, owner or report. */
export const subjectKey = (uuid: string) => ['deliverables', uuid] as const;

/** Returns the query key prefix of a document's previews. */
export const previewsKey = (uuid: string) => [...subjectKey(uuid), 'preview'] as const;

/** Loads the first pages as SVG. Keeps the previous pages until the new ones arrive. */
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
