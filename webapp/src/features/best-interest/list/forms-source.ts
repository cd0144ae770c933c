import { call, download } from '@/lib/http';
import { paths } from '@/lib/paths';
import type { ListSource, Row } from '@/list/types';
import type { ListQuery } from 'firmbook-wasm';

/** Adds the column with the owner's uuid, which the links in a row need. */
const withOwner = (query: ListQuery): ListQuery => ({
  ...query,
  selectColumns: [...new Set([...(query.selectColumns ?? []), 'ownerId'])],
});

export const formsSource: ListSource = {
  list: 'bestInterestForms',
  key: ['bestInterestForms'],
  api: {
    search: (query, signal) => call('POST', 'BestInterestForm/search', { body: withOwner(query), signal }),
    exportRows: (body, format, signal) =>
      download('POST', 'BestInterestForm/export', { query: { format }, body, signal }),
  },
};

/** Returns the path of the form on its owner's page. */
export const formPath = (row: Row) =>
  `${paths.owner(String(row.ownerId))}?tab=bestInterest&version=${row.uuid}`;
