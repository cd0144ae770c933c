import { call } from '@/lib/http';
import type { RecordRef } from '@/lib/record-ref';
import { queryOptions } from '@tanstack/react-query';
import { maxDocumentBytes } from 'firmbook-wasm';

/** Returns whether the server would refuse the file because of its size. */
export const isTooLarge = (file: File) => file.size > maxDocumentBytes();

export const tooLargeMessage = (file: File) => new Error(`${file.name} is larger than 25 MB.`);

export const documentsQuery = (record: RecordRef) =>
  queryOptions({
    queryKey: ['documents', record],
    queryFn: ({ signal }) => call('GET', `${record.path}/documents`, { path: record.values, signal }),
  });

/** `key` is the idempotency key. */
export const uploadDocument = (record: RecordRef, file: File, key: string) =>
  call('POST', `${record.path}/documents`, {
    path: record.values,
    query: { name: file.name },
    // The server detects the type itself and ignores the browser's guess.
    body: new Blob([file], { type: 'application/octet-stream' }),
    idempotencyKey: key,
  });

export const storageQuery = queryOptions({
  queryKey: ['documentStorage'],
  queryFn: ({ signal }) => call('GET', 'Document/storage', { signal }),
});

const DOCUMENT = 'Document/{documentUuid}';

/** Returns a URL that downloads the document once. */
export const linkToDocument = (uuid: string) =>
  call('POST', `${DOCUMENT}/link`, { path: { documentUuid: uuid } });

export const deleteDocument = (uuid: string) => call('DELETE', DOCUMENT, { path: { documentUuid: uuid } });

export const restoreDocument = (uuid: string) =>
  call('POST', `${DOCUMENT}/restore`, { path: { documentUuid: uuid } });
