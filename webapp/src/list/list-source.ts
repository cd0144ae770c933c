import type { ApiPath, FilePath } from '@/lib/api';
import { call, download } from '@/lib/http';
import { listDefinition, type ListName, type ListQuery } from 'firmbook-wasm';
import type { ListSource } from './types';

/** API resources with the calls `search` and `export` of a list. */
type ListResource = {
  [P in ApiPath<'POST'>]: P extends `${infer Resource}/search`
    ? `${Resource}/export` extends FilePath<'POST'>
      ? Resource
      : never
    : never;
}[ApiPath<'POST'>];

/**
 * Returns the source of a list that has no totals and no private columns. Rows always contain `linkColumns`,
 * which the links in a row need, in addition to the columns on the screen. `all` stands for every column.
 */
export function listSource(
  list: ListName,
  resource: ListResource,
  linkColumns: readonly string[] | 'all' = [],
): ListSource {
  const withLinkColumns = (query: ListQuery): ListQuery => {
    if (linkColumns.length === 0) return query;
    const keys = linkColumns === 'all' ? listDefinition(list).columns.map(({ key }) => key) : linkColumns;
    return { ...query, selectColumns: [...new Set([...(query.selectColumns ?? []), ...keys])] };
  };
  return {
    list,
    key: [list],
    api: {
      search: (query, signal) => call('POST', `${resource}/search`, { body: withLinkColumns(query), signal }),
      exportRows: (body, format, signal) =>
        download('POST', `${resource}/export`, { query: { format }, body, signal }),
    },
  };
}
