import { call } from '@/lib/http';
import type { ContactKindConfig } from '@/lib/contact-kinds';

/** Returns the full tax ID. The server records the access in the audit log. */
export const revealTaxId = (kind: ContactKindConfig, uuid: string) =>
  call('POST', `${kind.record}/reveal`, { path: { uuid } });
