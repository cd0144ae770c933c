import type { Row } from '@/list/types';
import type { Attachable } from '../attach/attach-dialog';

/** Returns the contact of a row, for attaching it to contracts. */
export const attachable = (row: Row): Attachable => ({
  uuid: row.uuid,
  name: String(row.name ?? ''),
  ownerType: row.ownerType ? Number(row.ownerType) : null,
});
