import { call } from '@/lib/http';
import type { ContactKindConfig } from '@/lib/contact-kinds';

/** Detaches a contact from a contract, in the role `typeId` or in all roles. */
export const detachContact = (
  kind: ContactKindConfig,
  firmId: number,
  contractUuid: string,
  uuid: string,
  typeId?: number,
) =>
  call('DELETE', `${kind.resource}/{firmId}/policy/{policyId}/contact/{uuid}`, {
    path: { firmId, policyId: contractUuid, uuid },
    query: { typeId },
  });
