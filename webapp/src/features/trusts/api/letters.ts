import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { DeliveryInput, LettersInput, ProofInput } from 'firmbook-wasm';

const LETTERS = 'Trust/{uuid}/letters';
const LETTER = `${LETTERS}/{letterUuid}` as const;

export const lettersQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['trust', uuid, 'letters'],
    queryFn: ({ signal }) => call('GET', LETTERS, { path: { uuid }, signal }),
  });

export const createLetters = (uuid: string, body: LettersInput) =>
  call('POST', LETTERS, { path: { uuid }, body });

export const deliverLetters = (uuid: string, body: DeliveryInput) =>
  call('POST', `${LETTERS}/delivery`, { path: { uuid }, body });

export const removeDelivery = (uuid: string, letterUuid: string, version: number) =>
  call('DELETE', `${LETTER}/delivery`, { path: { uuid, letterUuid }, query: { version } });

export const setProof = (uuid: string, letterUuid: string, body: ProofInput) =>
  call('PUT', `${LETTER}/proof`, { path: { uuid, letterUuid }, body });

export const deleteLetter = (uuid: string, letterUuid: string, version: number) =>
  call('DELETE', LETTER, { path: { uuid, letterUuid }, query: { version } });
