import { call } from '@/lib/http';
import type { KindOfContact } from '@/lib/contact-kinds';

/** Restores a deleted contact. */
export const restoreContact = (kind: KindOfContact, firmId: number, uuid: string) =>
  call('POST', `${kind.firmRecord}/restore`, { path: { firmId, uuid } });
