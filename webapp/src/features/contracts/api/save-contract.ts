import { call } from '@/lib/http';
import type { FieldProblem, PartyDraft, Rider, StatusChange } from 'firmbook-wasm';
import type { LineOfContract } from '../lines';
import type { AnyRecord, Draft, Terms } from './get-contract';

/** Adds a contract. `key` is the idempotency key. */
export const addContract = (
  line: LineOfContract,
  key: string,
  { terms: contract, riders }: Draft,
  parties: PartyDraft[],
) =>
  call<AnyRecord>('POST', line.resource, {
    body: { contract, parties, riders },
    headers: { 'idempotency-key': key },
  });

/** Saves a contract over `version`. Null keeps the stored riders. */
export const updateContract = (
  line: LineOfContract,
  uuid: string,
  version: number,
  contract: Terms,
  riders: Rider[] | null,
) => call<AnyRecord>('POST', `${line.resource}/${uuid}`, { body: { contract, version, riders } });

export const changeStatus = (line: LineOfContract, uuid: string, change: StatusChange) =>
  call<AnyRecord>('POST', `${line.resource}/${uuid}/status`, { body: change });

export const deleteContract = (line: LineOfContract, uuid: string) =>
  call<void>('DELETE', `${line.resource}/${uuid}`);

/** Restores a deleted contract. */
export const restoreContract = (line: LineOfContract, uuid: string) =>
  call<AnyRecord>('POST', `${line.resource}/${uuid}/restore`);

/** Validates a contract without saving it. Returns errors and warnings. */
export const checkContract = (
  line: LineOfContract,
  before: AnyRecord | null,
  contract: Terms,
  parties: PartyDraft[],
) =>
  call<FieldProblem[]>('POST', `${line.resource}/check`, {
    query: { uuid: before?.uuid },
    body: { contract, parties },
  });
