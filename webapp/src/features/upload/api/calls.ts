import { call, callForResponse } from '@/lib/http';
import { sendWithProgress } from '@/lib/send-with-progress';
import { queryOptions } from '@tanstack/react-query';
import type {
  ContactKind,
  Counts,
  Preview,
  PreviewRequest,
  ReadingChoice,
  Upload,
  UploadDetails,
  UploadStart,
} from 'firmbook-wasm';

/** Prefix of the query keys of uploads. */
export const UPLOADS = ['uploads'] as const;

/** Polling interval of an upload in progress while the hub is disconnected. */
export const LOOK_AGAIN_MS = 4_000;

const SUBMITTED = new Set<Upload['state']>(['Submitted', 'Done', 'Undoing', 'Undone']);

/** Whether the upload has left the wizard. */
export const isSubmitted = ({ state }: Upload) => SUBMITTED.has(state);

export const isWorking = ({ state }: Upload) => state === 'Submitted' || state === 'Undoing';

/** The uploads visible to the user, newest first. */
export const uploadsQuery = queryOptions({
  queryKey: [...UPLOADS, 'list'],
  queryFn: ({ signal }) => call<Upload[]>('GET', 'Cohort/bulk', { signal }),
  staleTime: 0,
});

export const uploadQuery = (uuid: string) =>
  queryOptions({
    queryKey: [...UPLOADS, 'one', uuid],
    queryFn: ({ signal }) => call<UploadDetails>('GET', `Cohort/bulk/${uuid}`, { signal }),
    staleTime: 0,
  });

interface Sending {
  /** Receives upload progress as a fraction from 0 to 1. */
  onSent: (part: number) => void;
  signal: AbortSignal;
}

/** Uploads a file. Returns a suggested mapping of its columns. */
export function startUpload(kind: ContactKind, firmId: number, file: File, { onSent, signal }: Sending) {
  const body = new FormData();
  body.append('file', file);
  const transport = sendWithProgress(onSent);
  return call<UploadStart>('POST', `Cohort/bulk/map/${kind}/firm/${firmId}`, { body, signal, transport });
}

/** Parses the stored file again with other options. */
export const readAgain = (uuid: string, choices: readonly ReadingChoice[]) =>
  call<UploadStart>('POST', `Cohort/bulk/${uuid}/reading`, { body: { choices } });

export const previewUpload = (uuid: string, body: PreviewRequest) =>
  call<Preview>('POST', `Cohort/bulk/preview/${uuid}`, { body });

/** Imports a previewed upload. `cohort` is a uuid, or null for none. */
export const submitUpload = (uuid: string, cohort: string | null, counts: Counts) =>
  call<Upload>('POST', `Cohort/bulk/submit/${uuid}/cohort/${cohort ?? 'none'}`, { body: { counts } });

export const undoUpload = (uuid: string) => call<Upload>('POST', `Cohort/bulk/${uuid}/undo`);

export const rejectedRows = (uuid: string) => callForResponse('GET', `Cohort/bulk/${uuid}/rejected`);
