import type { Schemas } from '@/lib/api';
import { call } from '@/lib/http';
import type { ContactKindConfig } from '@/lib/contact-kinds';

/** A contact in the search results. */
export type FoundContact = Schemas['ContactOption'];

/** Returns the first `rowCount` matching contacts. */
export const findContacts = (
  kind: ContactKindConfig,
  searchText: string,
  rowCount: number,
  signal: AbortSignal,
) => call('GET', kind.resource, { query: { searchText, rowCount }, signal });
