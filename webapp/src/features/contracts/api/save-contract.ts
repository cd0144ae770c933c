import { call } from '@/lib/http';
import type { PartyDraft, Rider, StatusChange } from 'firmbook-wasm';
import type { LineOfBusiness } from '../lines-of-business';
import type { AnyRecord, Draft, Terms } from './get-contract';

/** Adds a contract. `key` is the idempotency key. */
export const addContract = (
  line: LineOfBusiness,
  key: string,
  { terms: contract, riders }: Draft,
  parties: PartyDraft[],
) => call('POST', line.resource, { body: { contract, parties, riders }, idempotencyKey: key });

/** Saves a contract over `version`. Null keeps the stored riders. `isUndo` restores the contract before `version`. */
export function updateContract(
  line: LineOfBusiness,
  uuid: string,
  version: number,
  contract: Terms,
  riders: Rider[] | null,
  isUndo = false,
) {
  const { path, values } = line.record(uuid);
  return call('POST', path, { path: values, body: { contract, version, riders, isUndo } });
}

export function changeStatus(line: LineOfBusiness, uuid: string, change: StatusChange) {
  const { path, values } = line.record(uuid);
  return call('POST', `${path}/status`, { path: values, body: change });
}

export function deleteContract(line: LineOfBusiness, uuid: string) {
  const { path, values } = line.record(uuid);
  return call('DELETE', path, { path: values });
}

/** Restores a deleted contract. */
export function restoreContract(line: LineOfBusiness, uuid: string) {
  const { path, values } = line.record(uuid);
  return call('POST', `${path}/restore`, { path: values });
}

/** Validates a contract without saving it. Returns errors and warnings. */
export const checkContract = (
  line: LineOfBusiness,
  before: AnyRecord | null,
  { terms: contract, riders }: Draft,
  parties: PartyDraft[],
  signal: AbortSignal,
) =>
  call('POST', `${line.resource}/check`, {
    query: { uuid: before?.uuid },
    body: { contract, parties, riders },
    signal,
  });
