import { call, download } from '@/lib/http';
import type { ListSource } from '@/list/types';
import type { ListQuery, PartySlice } from 'firmbook-wasm';
import type { LineOfContract } from '../lines';

/** Limits a query to the contracts of a party. */
export const ofParty = (party: PartySlice | null, query: ListQuery): ListQuery =>
  party ? { ...query, uuid: party.uuid, contactType: party.contactType, partySet: party.set } : query;

/** Returns the list of policies or annuities, optionally limited to those of a party. */
export function contractSource({ list, resource }: LineOfContract, party: PartySlice | null): ListSource {
  const narrowed = (query: ListQuery) => ofParty(party, query);
  return {
    list,
    key: party ? [list, party.set, party.uuid ?? ''] : [list],
    api: {
      columns: (signal) => call('GET', `${resource}/columns`, { signal }),
      search: (query, signal) => call('POST', `${resource}/search`, { body: narrowed(query), signal }),
      totals: (query, signal) => call('POST', `${resource}/totals`, { body: narrowed(query), signal }),
      exportRows: (query, format, signal) =>
        download('POST', `${resource}/export`, { query: { format }, body: narrowed(query), signal }),
    },
  };
}
