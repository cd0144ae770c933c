import { call } from '@/lib/http';
import type { ListSource } from '@/list/types';
import type { ContactKindConfig } from '@/lib/contact-kinds';

export type ContractList = 'policies' | 'annuities';

const PATHS = { policies: 'Policies', annuities: 'Contracts' } as const;

/** Returns the list of policies or annuities of a contact. */
export function contractsSource(kind: ContactKindConfig, uuid: string, list: ContractList): ListSource {
  const search: ListSource['api']['search'] = (body, signal) =>
    call('POST', `${kind.resource}/${PATHS[list]}/{uuid}`, { path: { uuid }, body, signal });
  const totals: ListSource['api']['totals'] = (query, signal) => {
    const body = { ...query, uuid, contactType: kind.type };
    return list === 'policies'
      ? call('POST', 'allpolicy/totals', { body, signal })
      : call('POST', 'allannuity/totals', { body, signal });
  };
  const columns: ListSource['api']['columns'] = (signal) =>
    list === 'policies'
      ? call('GET', 'allpolicy/columns', { signal })
      : call('GET', 'allannuity/columns', { signal });
  return { list, key: [list, kind.noun, uuid], api: { columns, search, totals } };
}
