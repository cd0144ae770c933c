import { call } from '@/lib/http';
import type { ContactInput } from 'firmbook-wasm';
import type { ContactKindConfig } from '@/lib/contact-kinds';

export const addContact = (
  kind: ContactKindConfig,
  firmId: number,
  input: ContactInput,
  policyUuid?: string,
) => call('POST', `${kind.resource}/{firmId}`, { path: { firmId }, query: { policyUuid }, body: input });
