import { call, callForResponse } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { Document } from 'firmbook-wasm';

/** Maximum file size in bytes. The server rejects larger files. */
export const MAX_BYTES = 25 * 1024 * 1024;

/** `record` is the API path of the record: `allpolicy/{uuid}`. */
export const documentsQuery = (record: string) =>
  queryOptions({
    queryKey: ['documents', record],
    queryFn: ({ signal }) => call<Document[]>('GET', `${record}/documents`, { signal }),
  });

export const storeDocument = (record: string, file: File) =>
  call<Document>('POST', `${record}/documents`, {
    query: { name: file.name },
    // The server detects the type itself and ignores the browser's guess.
    body: new Blob([file], { type: 'application/octet-stream' }),
  });

export const openDocument = (uuid: string) => callForResponse('GET', `Document/${uuid}`);

export const deleteDocument = (uuid: string) => call<void>('DELETE', `Document/${uuid}`);

export const restoreDocument = (uuid: string) => call<void>('POST', `Document/${uuid}/restore`);
