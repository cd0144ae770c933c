import { call } from '@/lib/http';
import type { ContactInput, ContactRecord } from 'firmbook-wasm';
import type { KindOfContact } from '../kinds';

/** Saves a changed record. The input names the version that was changed. */
export const updateContact = (kind: KindOfContact, firmId: number, uuid: string, input: ContactInput) =>
  call<ContactRecord>('POST', `${kind.resource}/${firmId}/${kind.noun}/${uuid}`, { body: input });
