import { call, download } from '@/lib/http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

/** The agent or owner that a book of business is about. */
export interface BookSubject {
  resource: 'FirmAgent' | 'FirmOwner';
  uuid: string;
}

/** What a book of business shows, and how. */
export interface BookChoices {
  templateUuid: string;
  /** Code of `deliverableGrouping`. */
  groupBy: number;
  includeAnnuities: boolean;
}

const bookPath = <R extends BookSubject['resource']>(resource: R) =>
  `BookOfBusiness/${resource}/{uuid}` as const;

export const bookQuery = ({ resource, uuid }: BookSubject) =>
  queryOptions({
    queryKey: ['book', uuid, 'counts'],
    queryFn: ({ signal }) => call('GET', bookPath(resource), { path: { uuid }, signal }),
  });

/** The stored versions, newest first. */
export const versionsQuery = ({ resource, uuid }: BookSubject) =>
  queryOptions({
    queryKey: ['book', uuid, 'versions'],
    queryFn: ({ signal }) =>
      call('GET', `${bookPath(resource)}/Existing` as const, { path: { uuid }, signal }),
  });

export const templatesQuery = ({ resource }: BookSubject) =>
  queryOptions({
    queryKey: ['templates', resource],
    queryFn: ({ signal }) =>
      call('GET', 'template', {
        query: { templateType: resource === 'FirmAgent' ? 1 : 2, includeGlobalDefaults: true },
        signal,
      }),
  });

/** The first pages as SVG. The previous pages remain until the new ones arrive. */
export const previewQuery = ({ resource, uuid }: BookSubject, { templateUuid, ...query }: BookChoices) =>
  queryOptions({
    queryKey: ['book', uuid, 'preview', templateUuid, query],
    queryFn: ({ signal }) =>
      call('GET', `${bookPath(resource)}/preview/{templateUuid}` as const, {
        path: { uuid, templateUuid },
        query,
        signal,
      }),
    placeholderData: keepPreviousData,
    // Contracts may change at any time, and pages are large.
    staleTime: 0,
    gcTime: 0,
  });

/** `key` is the idempotency key. */
export const generateBook = ({ resource, uuid }: BookSubject, choices: BookChoices, key: string) =>
  download('POST', `BookOfBusiness/${resource}/generate` as const, {
    body: { uuid, ...choices },
    idempotencyKey: key,
  });

export const deleteVersion = ({ resource, uuid }: BookSubject, documentId: string) =>
  call('DELETE', `${bookPath(resource)}/document/{documentId}` as const, { path: { uuid, documentId } });
