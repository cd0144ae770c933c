import { paths } from '@/lib/paths';
import { listSource } from '@/list/list-source';
import type { ListSource, Row } from '@/list/types';
import type { ListQuery } from 'firmbook-wasm';

/** Column that the link to the trust of a row needs. */
const TRUST_COLUMNS = ['trustId'];

export const trustSource = listSource('trusts', 'Trust');
export const grantorSource = listSource('trustGrantors', 'TrustGrantor', TRUST_COLUMNS);
export const trusteeSource = listSource('trustees', 'Trustee', TRUST_COLUMNS);
export const beneficiarySource = listSource('trustBeneficiaries', 'TrustBeneficiary', TRUST_COLUMNS);
/** Requests all columns, because opening a gift needs the id of its policy. */
export const giftsSource = listSource('premiumGifts', 'PremiumGift', 'all');

/** Returns the path of a gift on its policy. */
export const giftPath = (row: Row) => `${paths.policy(String(row.policyId))}?tab=gifts&gift=${row.uuid}`;

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
