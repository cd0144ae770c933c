import { call } from '@/lib/http';
import type { ContactInput, ContactRecord } from 'firmbook-wasm';
import type { KindOfContact } from '@/lib/contact-kinds';

/** Saves a contact. `input` contains the base version. */
export const updateContact = (kind: KindOfContact, firmId: number, uuid: string, input: ContactInput) =>
  call<ContactRecord>('POST', `${kind.resource}/${firmId}/${kind.noun}/${uuid}`, { body: input });
