import { call, callForResponse } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { Document } from 'firmbook-wasm';

/** Bytes that a file may have; the server refuses more. */
export const MAX_BYTES = 25 * 1024 * 1024;

/** `record` is the record's own call: `allpolicy/{uuid}`. */
export const documentsQuery = (record: string) =>
  queryOptions({
    queryKey: ['documents', record],
    queryFn: ({ signal }) => call<Document[]>('GET', `${record}/documents`, { signal }),
  });

export const storeDocument = (record: string, file: File) =>
  call<Document>('POST', `${record}/documents`, {
    query: { name: file.name },
    // Whatever the browser takes it for, the server looks for itself.
    body: new Blob([file], { type: 'application/octet-stream' }),
  });

export const openDocument = (uuid: string) => callForResponse('GET', `Document/${uuid}`);

export const deleteDocument = (uuid: string) => call<void>('DELETE', `Document/${uuid}`);

export const restoreDocument = (uuid: string) => call<void>('POST', `Document/${uuid}/restore`);
