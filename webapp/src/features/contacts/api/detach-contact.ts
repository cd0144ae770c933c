import { call } from '@/lib/http';
import type { KindOfContact } from '../kinds';

/** Takes a contact off a contract: out of one role, or out of all that it has there. */
export const detachContact = (
  kind: KindOfContact,
  firmId: number,
  contractUuid: string,
  uuid: string,
  typeId?: number,
) =>
  call<void>('DELETE', `${kind.resource}/${firmId}/policy/${contractUuid}/contact/${uuid}`, {
    query: { typeId },
  });
