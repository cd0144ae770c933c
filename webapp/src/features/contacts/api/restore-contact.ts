import { call } from '@/lib/http';
import type { ContactKindConfig } from '@/lib/contact-kinds';

/** Restores a deleted contact. */
export const restoreContact = (kind: ContactKindConfig, firmId: number, uuid: string) =>
  call('POST', `${kind.firmRecord}/restore`, { path: { firmId, uuid } });
