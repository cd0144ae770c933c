import { ApiError } from '@/lib/http';
import { downloadUrl } from '@/lib/download';
import type { RecordRef } from '@/lib/record-ref';
import { showDone, showFailure } from '@/lib/toast';
import { uploadFailureText } from '@/lib/upload-failure';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Document } from 'firmbook-wasm';
import { useState } from 'react';
import {
  deleteDocument,
  documentsQuery,
  isTooLarge,
  linkToDocument,
  restoreDocument,
  storageQuery,
  storeDocument,
} from './api';

interface Refusal {
  id: string;
  name: string;
  reason: string;
}

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

  /** Files that were not stored, with the reason. */
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);

  const store = useMutation({
    mutationFn: async (files: ReadonlyMap<File, string>) => {
      const failed = new Map<File, string>();
      const refused: Refusal[] = [];
      for (const [file, key] of files) {
        try {
          // Sequential, because each file may be large.
          // oxlint-disable-next-line no-await-in-loop
          await storeDocument(record, file, key);
        } catch (reason) {
          if (!isRejected(reason)) failed.set(file, key);
          refused.push({ id: key, name: file.name, reason: uploadFailureText(reason) });
        }
      }
      setUnstored(failed);
      setRefusals((before) => [...before, ...refused]);
      return files.size - refused.length;
    },
    onSuccess: (count) => {
      if (count > 0) showDone(count === 1 ? '1 document uploaded' : `${count} documents uploaded`);
    },
    onError: (reason) => showFailure(undefined, reason),
    onSettled: changed,
  });

  /** Stores the files that are small enough and lists the others as refused. */
  const storeAll = (files: readonly File[]) => {
    const fits = files.filter((file) => !isTooLarge(file));
    const large = files.filter(isTooLarge);
    setRefusals(
      large.map(({ name }) => ({ id: crypto.randomUUID(), name, reason: 'The file is larger than 25 MB.' })),
    );
    if (fits.length > 0) store.mutate(new Map(fits.map((file) => [file, crypto.randomUUID()])));
  };
  const storeAgain = () => {
    setRefusals([]);
    store.mutate(unstored);
  };

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
  return {
    isStoring: store.isPending,
    storeAll,
    refusals,
    unstored: unstored.size,
    storeAgain,
    open,
    remove,
  };
}

/** Returns whether the server rejected the file, so that a retry is pointless. */
const isRejected = (reason: unknown) =>
  reason instanceof ApiError && reason.status >= 400 && reason.status < 500;
