import { call, download } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import { previewQuery, subjectKey, type Choices } from '../api';
import { KINDS, type BookKind, type Subject } from '../kinds';
import { pollInterval } from '../pending';

/** The agent or owner that a book of business is about. */
export type BookSubject = Subject<BookKind>;

/** Options of a book of business. */
export interface BookChoices extends Choices {
  includeAnnuities: boolean;
}

const resourceOf = (kind: BookKind) => (kind === KINDS.agentBook ? 'FirmAgent' : 'FirmOwner');

const bookPath = (kind: BookKind) => `BookOfBusiness/${resourceOf(kind)}/{uuid}` as const;

/** Loads the contract counts and the pending versions. Polls while versions are being generated. */
export const bookQuery = ({ kind, uuid }: BookSubject) =>
  queryOptions({
    queryKey: [...subjectKey(uuid), 'counts'],
    queryFn: ({ signal }) => call('GET', bookPath(kind), { path: { uuid }, signal }),
    refetchInterval: ({ state }) => pollInterval(state.data),
  });

/** Loads the stored versions, newest first. */
export const bookVersionsQuery = ({ kind, uuid }: BookSubject) =>
  queryOptions({
    queryKey: [...subjectKey(uuid), 'versions'],
    queryFn: ({ signal }) => call('GET', `${bookPath(kind)}/Existing` as const, { path: { uuid }, signal }),
  });

export const bookPreviewQuery = ({ kind, uuid }: BookSubject, choices: BookChoices) =>
  previewQuery(uuid, choices, (signal) => {
    const { templateUuid, ...query } = choices;
    const path = { uuid, templateUuid };
    return call('GET', `${bookPath(kind)}/preview/{templateUuid}` as const, { path, query, signal });
  });

/** Returns the file, or 202 if it is generated in the background. `key` is the idempotency key. */
export const generateBook = ({ kind, uuid }: BookSubject, choices: BookChoices, key: string) =>
  download('POST', `BookOfBusiness/${resourceOf(kind)}/generate` as const, {
    body: { uuid, ...choices },
    idempotencyKey: key,
  });

export const retryBook = ({ kind, uuid }: BookSubject, documentId: string) =>
  call('POST', `${bookPath(kind)}/document/{documentId}/retry` as const, { path: { uuid, documentId } });

export const deleteBook = ({ kind, uuid }: BookSubject, documentId: string) =>
  call('DELETE', `${bookPath(kind)}/document/{documentId}` as const, { path: { uuid, documentId } });
