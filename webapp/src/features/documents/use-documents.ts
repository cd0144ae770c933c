import { ApiError } from '@/lib/http';
import { downloadUrl } from '@/lib/download';
import type { RecordRef } from '@/lib/record-ref';
import { showDone, showFailure, showMessage } from '@/lib/toast';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Document } from 'firmbook-wasm';
import { useState } from 'react';
import {
  deleteDocument,
  documentsQuery,
  linkToDocument,
  MAX_BYTES,
  restoreDocument,
  storageQuery,
  storeDocument,
} from './api';

/** Actions on the documents of a record. */
export function useDocuments(record: RecordRef) {
  const queries = useQueryClient();
  const changed = () =>
    Promise.all([
      queries.invalidateQueries(documentsQuery(record)),
      queries.invalidateQueries(storageQuery),
      queries.invalidateQueries({ queryKey: ['activity', record] }),
    ]);

  /**
   * Files that may not have been stored, with their idempotency keys. A retried upload reuses the
   * key, so that the file is stored only once even if the first response was lost.
   */
  const [unstored, setUnstored] = useState<ReadonlyMap<File, string>>(new Map());

  const store = useMutation({
    mutationFn: async (files: ReadonlyMap<File, string>) => {
      const waiting = new Map(files);
      setUnstored(new Map());
      for (const [file, key] of files) {
        try {
          // Sequential, because each file may be large.
          // oxlint-disable-next-line no-await-in-loop
          await storeDocument(record, file, key);
        } catch (reason) {
          if (isRejected(reason)) waiting.delete(file);
          setUnstored(waiting);
          throw reason;
        }
        waiting.delete(file);
      }
      return files.size;
    },
    onSuccess: (count) => showDone(count === 1 ? 'Document uploaded' : `${count} documents uploaded`),
    onError: (reason) => showFailure(undefined, reason),
    onSettled: changed,
  });

  const storeAll = (files: readonly File[]) => {
    const large = files.find((file) => file.size > MAX_BYTES);
    if (large)
      showMessage({ title: 'Failure', message: `${large.name} is larger than 25 MB.`, kind: 'error' });
    else if (files.length > 0) store.mutate(new Map(files.map((file) => [file, crypto.randomUUID()])));
  };
  const storeAgain = () => store.mutate(unstored);

  const open = useMutation({
    mutationFn: async ({ uuid, name }: Document) => downloadUrl((await linkToDocument(uuid)).url, name),
    onError: (reason) => showFailure(undefined, reason),
  });

  const restore = async (uuid: string) => {
    try {
      await restoreDocument(uuid);
    } catch (reason) {
      showFailure(undefined, reason);
    }
    await changed();
  };

  const remove = useMutation({
    mutationFn: ({ uuid }: Document) => deleteDocument(uuid),
    onSuccess: (_nothing, { name, uuid }) => showDone(`${name} deleted`, () => void restore(uuid)),
    onError: (reason) => showFailure(undefined, reason),
    onSettled: changed,
  });
  return { isStoring: store.isPending, storeAll, unstored: unstored.size, storeAgain, open, remove };
}

/** Returns whether the server rejected the file, so that a retry is pointless. */
const isRejected = (reason: unknown) =>
  reason instanceof ApiError && reason.status >= 400 && reason.status < 500;
