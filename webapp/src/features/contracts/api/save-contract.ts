import { call } from '@/lib/http';
import type { FieldProblem, PartyDraft, Rider, StatusChange } from 'firmbook-wasm';
import type { LineOfContract } from '../lines';
import type { AnyRecord, Draft, Terms } from './get-contract';

/** Adds a contract. The same key twice adds one. */
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

/** Saves a changed contract on top of the version that was read; no riders leave them as they are. */
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

/** Takes back a deletion. */
export const restoreContract = (line: LineOfContract, uuid: string) =>
  call<AnyRecord>('POST', `${line.resource}/${uuid}/restore`);

/** What saving would find, warnings too. */
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
