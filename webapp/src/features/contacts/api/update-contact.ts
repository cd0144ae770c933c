import { call } from '@/lib/http';
import type { ContactInput } from 'firmbook-wasm';
import type { ContactKindConfig } from '@/lib/contact-kinds';

/** Saves a contact. `input` contains the base version. */
export const updateContact = (kind: ContactKindConfig, firmId: number, uuid: string, input: ContactInput) =>
  call('POST', kind.firmRecord, { path: { firmId, uuid }, body: input });
