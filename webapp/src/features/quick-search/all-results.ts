import { kinds, type KindOfContact } from '@/lib/contact-kinds';
import { call } from '@/lib/http';
import { paths } from '@/lib/paths';
import { formatCount } from '@/list/grid/format-cell';
import { useQueries } from '@tanstack/react-query';
import type { QuickFindings } from 'firmbook-wasm';
import type { OptionGroup } from './options';

/** A list that may have more results than the palette shows. */
interface FullList {
  resource: 'allpolicy' | 'allannuity' | KindOfContact['resource'];
  one: string;
  many: string;
  path: string;
  hasMatch: (found: QuickFindings) => boolean;
}

const LISTS: readonly FullList[] = [
  {
    resource: 'allpolicy',
    one: 'policy',
    many: 'policies',
    path: paths.policies,
    hasMatch: ({ policies }) => policies.length > 0,
  },
  {
    resource: 'allannuity',
    one: 'annuity',
    many: 'annuities',
    path: paths.annuities,
    hasMatch: ({ annuities }) => annuities.length > 0,
  },
  ...Object.values(kinds).map(({ resource, one, many, listPath }) => ({
    resource,
    one,
    many: many.toLowerCase(),
    path: listPath,
    // Quick search returns only the first six people, so any list of people may have more matches.
    hasMatch: ({ people }: QuickFindings) => people.length > 0,
  })),
];

const count = async (resource: FullList['resource'], searchText: string, signal: AbortSignal) => {
  const body = { searchText, limit: { offset: 0, rowCount: 1 } };
  const page = await call('POST', `${resource}/search`, { body, signal });
  return page.totalRecords;
};

/** Returns links to the full lists for a search text, with the number of matches. Omits lists without any. */
export function useAllResults(text: string, found: QuickFindings | undefined): OptionGroup[] {
  const lists = found ? LISTS.filter(({ hasMatch }) => hasMatch(found)) : [];
  const counts = useQueries({
    queries: lists.map(({ resource }) => ({
      queryKey: ['quickSearch', text, resource],
      queryFn: ({ signal }: { signal: AbortSignal }) => count(resource, text, signal),
    })),
  });
  const options = lists.flatMap(({ one, many, path }, i) => {
    const total = counts[i]?.data;
    if (!total) return [];
    return [
      {
        id: `all-${many}`,
        title: total === 1 ? `Show 1 ${one} in the list` : `See all ${formatCount(total)} ${many}`,
        detail: '',
        path: `${path}?q=${encodeURIComponent(text)}`,
      },
    ];
  });
  return options.length > 0 ? [{ label: 'All results', options }] : [];
}
