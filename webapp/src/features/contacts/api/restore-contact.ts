import { call } from '@/lib/http';
import type { ContactRecord } from 'firmbook-wasm';
import type { KindOfContact } from '@/lib/contact-kinds';

/** Restores a deleted contact. */
export const restoreContact = (kind: KindOfContact, firmId: number, uuid: string) =>
  call<ContactRecord>('POST', `${kind.resource}/${firmId}/${kind.noun}/${uuid}/restore`);
