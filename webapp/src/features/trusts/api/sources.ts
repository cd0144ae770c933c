import { call, download } from '@/lib/http';
import type { ListSource } from '@/list/types';
import type { ListQuery } from 'firmbook-wasm';
import { giftsSource } from '../gifts-source';

export const trustSource: ListSource = {
  list: 'trusts',
  key: ['trusts'],
  api: {
    search: (body, signal) => call('POST', 'Trust/search', { body, signal }),
    exportRows: (body, format, signal) =>
      download('POST', 'Trust/export', { query: { format }, body, signal }),
  },
};

/** Adds the column with the trust's uuid, which the links in a row need. */
const withTrust = (query: ListQuery): ListQuery => ({
  ...query,
  selectColumns: [...new Set([...(query.selectColumns ?? []), 'trustId'])],
});

const peopleSource = (
  list: 'trustGrantors' | 'trustees' | 'trustBeneficiaries',
  resource: 'TrustGrantor' | 'Trustee' | 'TrustBeneficiary',
): ListSource => ({
  list,
  key: [list],
  api: {
    search: (query, signal) => call('POST', `${resource}/search`, { body: withTrust(query), signal }),
    exportRows: (body, format, signal) =>
      download('POST', `${resource}/export`, { query: { format }, body, signal }),
  },
});

export const grantorSource = peopleSource('trustGrantors', 'TrustGrantor');
export const trusteeSource = peopleSource('trustees', 'Trustee');
export const beneficiarySource = peopleSource('trustBeneficiaries', 'TrustBeneficiary');

/** Returns the list of gifts to one trust. */
export function giftsOfTrust(uuid: string): ListSource {
  const { search, exportRows } = giftsSource.api;
  const narrow = (query: ListQuery): ListQuery => ({
    ...query,
    filter: [...(query.filter ?? []), { column: 'trustId', op: 'eq', value: uuid }],
  });
  return {
    list: 'premiumGifts',
    key: ['premiumGifts', 'trust', uuid],
    api: {
      search: (query, signal) => search(narrow(query), signal),
      ...(exportRows && {
        exportRows: (query, format, signal) => exportRows(narrow(query), format, signal),
      }),
    },
  };
}
