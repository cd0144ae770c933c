import { call, download } from '@/lib/http';
import type { ListSource } from '@/list/types';
import type { ListQuery, PartySlice } from 'firmbook-wasm';
import type { LineOfBusiness } from '../lines-of-business';

/** Limits a query to the contracts of a party. */
export const limitToParty = (party: PartySlice | null, query: ListQuery): ListQuery =>
  party ? { ...query, uuid: party.uuid, contactType: party.contactType, partySet: party.set } : query;

/** Returns the list of policies or annuities, optionally limited to those of a party. */
export function contractSource({ list, resource }: LineOfBusiness, party: PartySlice | null): ListSource {
  const limited = (query: ListQuery) => limitToParty(party, query);
  return {
    list,
    key: party ? [list, party.set, party.uuid ?? ''] : [list],
    api: {
      columns: (signal) => call('GET', `${resource}/columns`, { signal }),
      search: (query, signal) => call('POST', `${resource}/search`, { body: limited(query), signal }),
      totals: (query, signal) => call('POST', `${resource}/totals`, { body: limited(query), signal }),
      exportRows: (query, format, signal) =>
        download('POST', `${resource}/export`, { query: { format }, body: limited(query), signal }),
    },
  };
}
