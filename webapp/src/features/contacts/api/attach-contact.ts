import { call } from '@/lib/http';
import type { ContactKindConfig } from '@/lib/contact-kinds';

/** Attaches a contact to a policy or annuity. `typeId` is the type of its role. */
export function attachContact(
  kind: ContactKindConfig,
  firmId: number,
  contractUuid: string,
  uuid: string,
  typeId: number,
) {
  const path = { firmId, policyId: contractUuid };
  return kind.resource === 'FirmOwner'
    ? call('PUT', 'FirmOwner/{firmId}/policy/{policyId}', { path, body: { uuid, typeId } })
    : call('PUT', `${kind.resource}/{firmId}/policy/{policyId}/type/{typeId}`, {
        path: { ...path, typeId },
        body: { uuid },
      });
}
