import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { TrustInput, TrustPersonInput } from 'firmbook-wasm';

const TRUST = 'Trust/{uuid}';
const PERSON = `${TRUST}/person/{personUuid}` as const;

export const trustQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['trust', uuid],
    queryFn: ({ signal }) => call('GET', TRUST, { path: { uuid }, signal }),
  });

export const saveTrust = (uuid: string, body: TrustInput) => call('PUT', TRUST, { path: { uuid }, body });

/** `key` is the idempotency key. */
export const addPerson = (uuid: string, body: TrustPersonInput, key: string) =>
  call('POST', `${TRUST}/person`, { path: { uuid }, body, idempotencyKey: key });

export const changePerson = (uuid: string, personUuid: string, body: TrustPersonInput) =>
  call('PUT', PERSON, { path: { uuid, personUuid }, body });

export const deletePerson = (uuid: string, personUuid: string, version: number) =>
  call('DELETE', PERSON, { path: { uuid, personUuid }, query: { version } });

export const restorePerson = (uuid: string, personUuid: string) =>
  call('POST', `${PERSON}/restore`, { path: { uuid, personUuid } });
