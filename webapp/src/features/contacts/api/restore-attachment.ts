import { call } from '@/lib/http';
import type { ContactRecord } from 'firmbook-wasm';
import type { KindOfContact } from '@/lib/contact-kinds';

/** Undoes the last detachment, in all previous roles. */
export const restoreAttachment = (kind: KindOfContact, firmId: number, contractUuid: string, uuid: string) =>
  call<ContactRecord>('POST', `${kind.resource}/${firmId}/policy/${contractUuid}/contact/${uuid}/restore`);
