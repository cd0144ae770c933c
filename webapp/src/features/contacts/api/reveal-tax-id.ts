import { call } from '@/lib/http';
import type { KindOfContact } from '../kinds';

/** The whole tax number. The server writes down who asked. */
export const revealTaxId = (kind: KindOfContact, uuid: string) =>
  call<{ taxId: string }>('POST', `${kind.resource}/${kind.noun}/${uuid}/reveal`);
