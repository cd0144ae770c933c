import { call } from '@/lib/http';
import type { KindOfContact } from '../kinds';

export const deleteContact = (kind: KindOfContact, firmId: number, uuid: string) =>
  call<void>('DELETE', `${kind.resource}/${firmId}/${kind.noun}/${uuid}`);
