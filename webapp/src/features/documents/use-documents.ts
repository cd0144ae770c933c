import { ApiError } from '@/lib/http';
import { downloadUrl } from '@/lib/download';
import type { RecordRef } from '@/lib/record-ref';
import { showFailure, showSuccess } from '@/lib/toast';
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
  uploadDocument,
} from './api';
import { viewDocument } from './view-document';

interface RejectedFile {
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
  const [failedUploads, setFailedUploads] = useState<ReadonlyMap<File, string>>(new Map());

  /** Files that were not stored, with the reason. */
  const [rejectedFiles, setRejectedFiles] = useState<readonly RejectedFile[]>([]);

  const store = useMutation({
    mutationFn: async (files: ReadonlyMap<File, string>) => {
      const failed = new Map<File, string>();
      const rejected: RejectedFile[] = [];
      for (const [file, key] of files) {
        try {
          // Sequential, because each file may be large.
          // oxlint-disable-next-line no-await-in-loop
          await uploadDocument(record, file, key);
        } catch (reason) {
          if (!isRejected(reason)) failed.set(file, key);
          rejected.push({ id: key, name: file.name, reason: uploadFailureText(reason) });
        }
      }
      setFailedUploads(failed);
      setRejectedFiles((before) => [...before, ...rejected]);
      return files.size - rejected.length;
    },
    onSuccess: (count) => {
      if (count > 0) showSuccess(count === 1 ? '1 document uploaded' : `${count} documents uploaded`);
    },
    onError: (reason) => showFailure(undefined, reason),
    onSettled: changed,
  });

  /** Stores the files that are small enough and lists the others as refused. */
  const uploadAll = (files: readonly File[]) => {
    const acceptable = files.filter((file) => !isTooLarge(file));
    const large = files.filter(isTooLarge);
    setRejectedFiles(
      large.map(({ name }) => ({ id: crypto.randomUUID(), name, reason: 'The file is larger than 25 MB.' })),
    );
    if (acceptable.length > 0) store.mutate(new Map(acceptable.map((file) => [file, crypto.randomUUID()])));
  };
  const retryUploads = () => {
    setRejectedFiles([]);
    store.mutate(failedUploads);
  };

  const open = useMutation({
    mutationFn: async ({ uuid, name }: Document) => downloadUrl((await linkToDocument(uuid)).url, name),
    onError: (reason) => showFailure(undefined, reason),
  });

  const view = useMutation({
    mutationFn: viewDocument,
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
    onSuccess: (_nothing, { name, uuid }) => showSuccess(`${name} deleted`, () => void restore(uuid)),
    onError: (reason) => showFailure(undefined, reason),
    onSettled: changed,
  });
  return {
    isUploading: store.isPending,
    uploadAll,
    rejectedFiles,
    failedUploads: failedUploads.size,
    retryUploads,
    open,
    view,
    remove,
  };
}

/** Returns whether the server rejected the file, so that a retry is pointless. */
const isRejected = (reason: unknown) =>
  reason instanceof ApiError && reason.status >= 400 && reason.status < 500;
