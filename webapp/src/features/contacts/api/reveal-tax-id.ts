import { call } from '@/lib/http';
import type { KindOfContact } from '@/lib/contact-kinds';

/** Returns the full tax id. The server records the access in the audit log. */
export const revealTaxId = (kind: KindOfContact, uuid: string) =>
  call<{ taxId: string }>('POST', `${kind.resource}/${kind.noun}/${uuid}/reveal`);
