import { call } from '@/lib/http';
import type { KindOfContact } from '../kinds';

/** A contact to choose. */
export interface FoundContact {
  uuid: string;
  displayName: string;
  /** What tells namesakes apart. */
  detail: string | null;
}

/** The first contacts of a kind that match. */
export const findContacts = (
  kind: KindOfContact,
  searchText: string,
  rowCount: number,
  signal: AbortSignal,
) => call<FoundContact[]>('GET', kind.resource, { query: { searchText, rowCount }, signal });
