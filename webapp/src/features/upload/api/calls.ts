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

/** First part of every cache key of uploads. */
export const UPLOADS = ['uploads'] as const;

/** How often an upload is looked at while the server is at work on it and cannot tell by itself. */
export const LOOK_AGAIN_MS = 4_000;

const SUBMITTED = new Set<Upload['state']>(['Submitted', 'Done', 'Undoing', 'Undone']);

/** Whether it is beyond the wizard. */
export const isSubmitted = ({ state }: Upload) => SUBMITTED.has(state);

export const isWorking = ({ state }: Upload) => state === 'Submitted' || state === 'Undoing';

/** The uploads that the user sees, the newest first. */
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
  /** Hears which part of the file has left, from 0 to 1. */
  onSent: (part: number) => void;
  signal: AbortSignal;
}

/** Stores a file, and says what its columns seem to hold. */
export function startUpload(kind: ContactKind, firmId: number, file: File, { onSent, signal }: Sending) {
  const body = new FormData();
  body.append('file', file);
  const transport = sendWithProgress(onSent);
  return call<UploadStart>('POST', `Cohort/bulk/map/${kind}/firm/${firmId}`, { body, signal, transport });
}

/** Reads the stored file again in the way that was chosen. */
export const readAgain = (uuid: string, choices: readonly ReadingChoice[]) =>
  call<UploadStart>('POST', `Cohort/bulk/${uuid}/reading`, { body: { choices } });

export const previewUpload = (uuid: string, body: PreviewRequest) =>
  call<Preview>('POST', `Cohort/bulk/preview/${uuid}`, { body });

/** Does what was previewed; `cohort` is a uuid, or null for none. */
export const submitUpload = (uuid: string, cohort: string | null, counts: Counts) =>
  call<Upload>('POST', `Cohort/bulk/submit/${uuid}/cohort/${cohort ?? 'none'}`, { body: { counts } });

export const undoUpload = (uuid: string) => call<Upload>('POST', `Cohort/bulk/${uuid}/undo`);

export const rejectedRows = (uuid: string) => callForResponse('GET', `Cohort/bulk/${uuid}/rejected`);
