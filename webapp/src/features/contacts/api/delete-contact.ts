import { call } from '@/lib/http';
import type { KindOfContact } from '../kinds';

/** Deletes a contact; `reassignTo` takes over its contracts. */
export const deleteContact = (kind: KindOfContact, firmId: number, uuid: string, reassignTo?: string) =>
  call<void>('DELETE', `${kind.resource}/${firmId}/${kind.noun}/${uuid}`, { query: { reassignTo } });
