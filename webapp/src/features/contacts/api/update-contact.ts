import { call } from '@/lib/http';
import type { ContactInput } from 'firmbook-wasm';
import type { KindOfContact } from '@/lib/contact-kinds';

/** Saves a contact. `input` contains the base version. */
export const updateContact = (kind: KindOfContact, firmId: number, uuid: string, input: ContactInput) =>
  call('POST', kind.firmRecord, { path: { firmId, uuid }, body: input });
