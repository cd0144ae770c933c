import { call, download } from '@/lib/http';
import { paths } from '@/lib/paths';
import type { ListSource, Row } from '@/list/types';
import { listDefinition, type ListQuery } from 'firmbook-wasm';

/** Requests all columns, because opening a gift needs the id of its policy. */
const whole = (query: ListQuery): ListQuery => ({
  ...query,
  selectColumns: listDefinition('premiumGifts').columns.map((column) => column.key),
});

export const giftsSource: ListSource = {
  list: 'premiumGifts',
  key: ['premiumGifts'],
  api: {
    search: (query, signal) => call('POST', 'PremiumGift/search', { body: whole(query), signal }),
    exportRows: (body, format, signal) =>
      download('POST', 'PremiumGift/export', { query: { format }, body, signal }),
  },
};

/** Returns the path of the gift on its policy. */
export const giftPath = (row: Row) => `${paths.policy(String(row.policyId))}?tab=gifts&gift=${row.uuid}`;
