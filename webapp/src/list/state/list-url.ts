import type { ColumnDescriptor, FilterItem, Sort } from 'firmbook-wasm';
import { formatItem, parseItem } from './filter-text';

/** State of a list in the URL. Sort and columns are undefined if missing. */
export interface ListUrl {
  search: string;
  filter: FilterItem[];
  sort?: Sort[] | undefined;
  columns?: string[] | undefined;
}

export function parseListUrl(params: URLSearchParams, columns: readonly ColumnDescriptor[]): ListUrl {
  const known = new Set(columns.map((column) => column.key));
  const sort = params.get('s');
  const shown = params
    .get('c')
    ?.split(',')
    .filter((key) => known.has(key));
  return {
    search: params.get('q') ?? '',
    filter: params.getAll('f').flatMap((text) => parseItem(text, columns) ?? []),
    sort: sort === null ? undefined : parseSort(sort, columns),
    columns: shown?.length ? [...new Set(shown)] : undefined,
  };
}

/** Returns the query string, keeping unrelated parameters of `current`. */
export function formatListUrl(url: ListUrl, current: URLSearchParams): string {
  const parts: string[] = [];
  const add = (name: string, value: string) => parts.push(`${name}=${encodeReadable(value)}`);
  if (url.search) add('q', url.search);
  for (const item of url.filter) add('f', formatItem(item));
  if (url.sort)
    add(
      's',
      url.sort.map(({ column, direction }) => (direction === 'desc' ? `-${column}` : column)).join(','),
    );
  if (url.columns) add('c', url.columns.join(','));
  for (const [name, value] of current) if (!['q', 'f', 's', 'c'].includes(name)) add(name, value);
  return parts.length ? `?${parts.join('&')}` : '';
}

function parseSort(text: string, columns: readonly ColumnDescriptor[]): Sort[] {
  return text.split(',').flatMap((part): Sort[] => {
    const key = part.replace(/^-/, '');
    const sorts = columns.some((column) => column.key === key && column.canSort);
    return sorts ? [{ column: key, direction: part.startsWith('-') ? 'desc' : 'asc' }] : [];
  });
}

/** Percent-encodes a value, except for `:`, `,` and `;`, which are valid in a query string. */
const encodeReadable = (value: string) =>
  encodeURIComponent(value).replace(/%3A|%2C|%3B/g, decodeURIComponent);
