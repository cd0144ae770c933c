import { call } from '@/lib/http';
import type { ContactKindConfig } from '@/lib/contact-kinds';

/** Deletes a contact and reassigns its contracts to `reassignTo`. */
export const deleteContact = (kind: ContactKindConfig, firmId: number, uuid: string, reassignTo?: string) =>
  call('DELETE', kind.firmRecord, { path: { firmId, uuid }, query: { reassignTo } });
