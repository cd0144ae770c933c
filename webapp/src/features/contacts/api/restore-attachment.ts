import { call } from '@/lib/http';
import type { ContactRecord } from 'firmbook-wasm';
import type { KindOfContact } from '../kinds';

/** Takes back the last detachment, in the roles that the contact had. */
export const restoreAttachment = (kind: KindOfContact, firmId: number, contractUuid: string, uuid: string) =>
  call<ContactRecord>('POST', `${kind.resource}/${firmId}/policy/${contractUuid}/contact/${uuid}/restore`);
