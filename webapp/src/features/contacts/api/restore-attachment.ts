import { call } from '@/lib/http';
import type { ContactKindConfig } from '@/lib/contact-kinds';

/** Undoes the last detachment of a contact and restores all of its previous roles. */
export const restoreAttachment = (
  kind: ContactKindConfig,
  firmId: number,
  contractUuid: string,
  uuid: string,
) =>
  call('POST', `${kind.resource}/{firmId}/policy/{policyId}/contact/{uuid}/restore`, {
    path: { firmId, policyId: contractUuid, uuid },
  });
