import type { Schemas } from '@/lib/api';
import { call } from '@/lib/http';
import type { LineOfBusiness } from '../lines-of-business';

export type BulkChange = Schemas['BulkChange'];
export type BulkPreview = Schemas['BulkPreview'];
export type BulkRequest = Schemas['BulkRequest'];

/** Previews a change of the selected contracts. */
export const previewBulk = (line: LineOfBusiness, body: BulkRequest, signal: AbortSignal) =>
  call('POST', `${line.resource}/bulk/preview`, { body, signal });

/** Changes the selected contracts. `key` is the idempotency key. */
export const changeBulk = (line: LineOfBusiness, key: string, body: BulkRequest) =>
  call('POST', `${line.resource}/bulk`, { body, idempotencyKey: key });

/** Reverts a bulk edit, except in contracts that were changed since. */
export const undoBulk = (line: LineOfBusiness, editUuid: string) =>
  call('POST', `${line.resource}/bulk/{editUuid}/undo`, { path: { editUuid } });
