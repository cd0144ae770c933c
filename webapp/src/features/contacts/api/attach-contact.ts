import { call } from '@/lib/http';
import type { ContactRecord } from 'firmbook-wasm';
import type { KindOfContact } from '@/lib/contact-kinds';

/** Attaches a contact to a policy or annuity in the role `typeId`. */
export function attachContact(
  kind: KindOfContact,
  firmId: number,
  contractUuid: string,
  uuid: string,
  typeId: number,
) {
  const path = `${kind.resource}/${firmId}/policy/${contractUuid}`;
  return kind.noun === 'owner'
    ? call<ContactRecord>('PUT', path, { body: { uuid, typeId } })
    : call<ContactRecord>('PUT', `${path}/type/${typeId}`, { body: { uuid } });
}
