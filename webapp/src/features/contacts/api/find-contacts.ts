import { call } from '@/lib/http';
import type { KindOfContact } from '@/lib/contact-kinds';

/** A search result of contacts. */
export interface FoundContact {
  uuid: string;
  displayName: string;
  /** Distinguishes contacts with the same name. */
  detail: string | null;
}

/** Returns the first `rowCount` matching contacts. */
export const findContacts = (
  kind: KindOfContact,
  searchText: string,
  rowCount: number,
  signal: AbortSignal,
) => call<FoundContact[]>('GET', kind.resource, { query: { searchText, rowCount }, signal });
