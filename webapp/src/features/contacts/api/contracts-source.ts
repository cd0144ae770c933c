import { call } from '@/lib/http';
import { sumOfRows } from '@/list/data/sum-of-rows';
import type { ListSource } from '@/list/types';
import { listDefinition } from 'firmbook-wasm';
import type { KindOfContact } from '@/lib/contact-kinds';

export type ContractList = 'policies' | 'annuities';

const PATHS = { policies: 'Policies', annuities: 'Contracts' } as const;

/** The list of policies or annuities of a contact. */
export function contractsSource(kind: KindOfContact, uuid: string, list: ContractList): ListSource {
  const search: ListSource['api']['search'] = (body, signal) =>
    call('POST', `${kind.resource}/${PATHS[list]}/{uuid}`, { path: { uuid }, body, signal });
  const summed = listDefinition(list)
    .columns.filter((column) => column.hasTotal)
    .map((column) => column.key);
  return {
    list,
    key: [list, kind.noun, uuid],
    api: { search, totals: (query, signal) => sumOfRows(search, query, summed, signal) },
  };
}
