import { call } from '@/lib/http';
import type { ContactInput, ContactRecord } from 'firmbook-wasm';
import type { KindOfContact } from '@/lib/contact-kinds';

export const addContact = (kind: KindOfContact, firmId: number, input: ContactInput, policyUuid?: string) =>
  call<ContactRecord>('POST', `${kind.resource}/${firmId}`, { body: input, query: { policyUuid } });
