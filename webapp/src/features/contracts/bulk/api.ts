import type { Schemas } from '@/lib/api';
import { call } from '@/lib/http';
import type { LineOfContract } from '../lines';

export type BulkChange = Schemas['BulkChange'];
export type BulkPreview = Schemas['BulkPreview'];
export type BulkRequest = Schemas['BulkRequest'];

/** Previews a change of the selected contracts. */
export const previewBulk = (line: LineOfContract, body: BulkRequest, signal: AbortSignal) =>
  call('POST', `${line.resource}/bulk/preview`, { body, signal });

/** Changes the selected contracts. `key` is the idempotency key. */
export const changeBulk = (line: LineOfContract, key: string, body: BulkRequest) =>
  call('POST', `${line.resource}/bulk`, { body, idempotencyKey: key });

/** Reverts a bulk edit, except in contracts that were changed since. */
export const undoBulk = (line: LineOfContract, editUuid: string) =>
  call('POST', `${line.resource}/bulk/{editUuid}/undo`, { path: { editUuid } });
