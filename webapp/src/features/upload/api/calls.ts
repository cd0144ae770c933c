import { call, download } from '@/lib/http';
import { sendWithProgress } from '@/lib/send-with-progress';
import { queryOptions } from '@tanstack/react-query';
import type { UploadType, Counts, PreviewRequest, ReadingChoice, Upload } from 'firmbook-wasm';

/** Prefix of the query keys of uploads. */
export const UPLOADS = ['uploads'] as const;

/** Polling interval of an upload in progress while the hub is disconnected. */
export const POLL_MS = 4_000;

const SUBMITTED = new Set<Upload['state']>(['Submitted', 'Done', 'Undoing', 'Undone']);

/** Returns whether the upload has left the wizard. */
export const isSubmitted = ({ state }: Upload) => SUBMITTED.has(state);

export const isWorking = ({ state }: Upload) => state === 'Submitted' || state === 'Undoing';

/** Loads the uploads visible to the user, newest first. */
export const uploadsQuery = queryOptions({
  queryKey: [...UPLOADS, 'list'],
  queryFn: ({ signal }) => call('GET', 'Cohort/bulk', { signal }),
  staleTime: 0,
});

export const uploadQuery = (uuid: string) =>
  queryOptions({
    queryKey: [...UPLOADS, 'one', uuid],
    queryFn: ({ signal }) =>
      call('GET', 'Cohort/bulk/{storageGuid}', { path: { storageGuid: uuid }, signal }),
    staleTime: 0,
  });

interface Sending {
  /** Receives upload progress as a fraction from 0 to 1. */
  onSent: (part: number) => void;
  signal: AbortSignal;
}

/** Uploads a file. Returns a suggested mapping of its columns. */
export function startUpload(kind: UploadType, firmId: number, file: File, { onSent, signal }: Sending) {
  const body = new FormData();
  body.append('file', file);
  const transport = sendWithProgress(onSent);
  const path = { uploadType: kind, firmId };
  return call('POST', 'Cohort/bulk/map/{uploadType}/firm/{firmId}', { path, body, signal, transport });
}

/** Parses the stored file again with other options. */
export const readAgain = (uuid: string, choices: readonly ReadingChoice[]) =>
  call('POST', 'Cohort/bulk/{storageGuid}/reading', {
    path: { storageGuid: uuid },
    body: { choices: [...choices] },
  });

export const previewUpload = (uuid: string, body: PreviewRequest) =>
  call('POST', 'Cohort/bulk/preview/{storageGuid}', { path: { storageGuid: uuid }, body });

/** Imports a previewed upload. `cohort` is a uuid, or null for none. */
export const submitUpload = (uuid: string, cohort: string | null, counts: Counts) =>
  call('POST', 'Cohort/bulk/submit/{storageGuid}/cohort/{cohortId}', {
    path: { storageGuid: uuid, cohortId: cohort ?? 'none' },
    body: { counts },
  });

export const undoUpload = (uuid: string) =>
  call('POST', 'Cohort/bulk/{storageGuid}/undo', { path: { storageGuid: uuid } });

/** Deletes an upload that was not imported. */
export const deleteUpload = (uuid: string) =>
  call('DELETE', 'Cohort/bulk/{storageGuid}', { path: { storageGuid: uuid } });

/** Downloads the changes that the import made to existing contacts. */
export const updatedRows = (uuid: string) =>
  download('GET', 'Cohort/bulk/{storageGuid}/updated', { path: { storageGuid: uuid } });

export const rejectedRows = (uuid: string) =>
  download('GET', 'Cohort/bulk/{storageGuid}/rejected', { path: { storageGuid: uuid } });
