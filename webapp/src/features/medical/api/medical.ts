import { call, download } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { CloseInput, LetterChangeInput, MedicalRequestInput, SendInput } from 'firmbook-wasm';

const MEDICAL = 'FirmInsuredMedical/{uuid}';
const REQUEST = `${MEDICAL}/request/{requestUuid}` as const;

export const medicalKey = (uuid: string) => ['medical', uuid, 'requests'];

/**
 * Loads the medical requests of an insured. The server records each load with its reason. Requests are
 * therefore loaded only when the user opens them, and not cached after the user leaves the page.
 */
export const medicalQuery = (uuid: string, reason: string) =>
  queryOptions({
    queryKey: medicalKey(uuid),
    queryFn: ({ signal }) => call('GET', MEDICAL, { path: { uuid }, query: { reason }, signal }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });

export const historyQuery = (uuid: string, offset: number) =>
  queryOptions({
    queryKey: ['medical', uuid, 'history', offset],
    queryFn: ({ signal }) => call('GET', `${MEDICAL}/history`, { path: { uuid }, query: { offset }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

interface OpenRequestsParams {
  search: string;
  /** `RequestNeed` code. Empty for all. */
  need: string;
  offset: number;
  /** `ViewReason` code. Empty to leave out medical data. */
  reason: string;
}

/** Loads open requests. With a reason, the server records each load, so the page does not load them again by itself. */
export const openRequestsQuery = ({ search, need, offset, reason }: OpenRequestsParams) =>
  queryOptions({
    queryKey: ['medical', 'open', search, need, offset, reason],
    queryFn: ({ signal }) => {
      const query = { offset, ...(search && { search }), ...(need && { need }), ...(reason && { reason }) };
      return call('GET', 'FirmInsuredMedical/open', { query, signal });
    },
    staleTime: 0,
    ...(reason !== '' && { gcTime: 0, refetchOnReconnect: false, refetchOnWindowFocus: false }),
  });

export const addRequest = (uuid: string, body: MedicalRequestInput, key: string) =>
  call('POST', 'FirmInsuredMedical/request/{uuid}', { path: { uuid }, body, idempotencyKey: key });

export const changeRequest = (uuid: string, requestUuid: string, body: MedicalRequestInput) =>
  call('PUT', REQUEST, { path: { uuid, requestUuid }, body });

export const sendLetter = (uuid: string, requestUuid: string, body: SendInput, key: string) =>
  call('POST', `${REQUEST}/send`, { path: { uuid, requestUuid }, body, idempotencyKey: key });

export const changeLetter = (
  uuid: string,
  requestUuid: string,
  letterUuid: string,
  body: LetterChangeInput,
) => call('PUT', `${REQUEST}/letter/{letterUuid}`, { path: { uuid, requestUuid, letterUuid }, body });

export const closeRequest = (uuid: string, requestUuid: string, body: CloseInput) =>
  call('POST', `${REQUEST}/close`, { path: { uuid, requestUuid }, body });

/** The server detects the type itself and ignores the browser's guess. */
const content = (file: File) => new Blob([file], { type: 'application/octet-stream' });

export const uploadAuthorization = (uuid: string, file: File, key: string) =>
  call('POST', `${MEDICAL}/documents`, {
    path: { uuid },
    query: { name: file.name },
    body: content(file),
    idempotencyKey: key,
  });

export const uploadRecord = (uuid: string, requestUuid: string, file: File, key: string) =>
  call('POST', `${REQUEST}/documents`, {
    path: { uuid, requestUuid },
    query: { name: file.name },
    body: content(file),
    idempotencyKey: key,
  });

/** Downloads a document. The download is recorded with its reason. */
export const openDocument = (uuid: string, documentUuid: string, reason: string) =>
  download('GET', `${MEDICAL}/document/{documentUuid}`, { path: { uuid, documentUuid }, query: { reason } });
