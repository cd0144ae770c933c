import { contactKinds, type ContactKindConfig } from '@/lib/contact-kinds';
import { call } from '@/lib/http';
import { paths } from '@/lib/paths';
import { formatCount } from '@/list/grid/format-cell';
import { useQueries } from '@tanstack/react-query';
import type { QuickFindings } from 'firmbook-wasm';
import type { Session } from '@/lib/session';
import { pages } from './commands';
import type { OptionGroup } from './options';

/** A list that may have more results than the palette shows. */
interface FullList {
  resource: 'allpolicy' | 'allannuity' | ContactKindConfig['resource'];
  singular: string;
  plural: string;
  path: string;
  hasMatch: (found: QuickFindings) => boolean;
}

const LISTS: readonly FullList[] = [
  {
    resource: 'allpolicy',
    singular: 'policy',
    plural: 'policies',
    path: paths.policies,
    hasMatch: ({ policies }) => policies.length > 0,
  },
  {
    resource: 'allannuity',
    singular: 'annuity',
    plural: 'annuities',
    path: paths.annuities,
    hasMatch: ({ annuities }) => annuities.length > 0,
  },
  ...Object.values(contactKinds).map(({ resource, singular, plural, listPath }) => ({
    resource,
    singular,
    plural: plural.toLowerCase(),
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
  const options = lists.flatMap(({ singular, plural, path }, i) => {
    const total = counts[i]?.data;
    if (!total) return [];
    return [
      {
        id: `all-${plural}`,
        title: total === 1 ? `Show 1 ${singular} in the list` : `See all ${formatCount(total)} ${plural}`,
        detail: '',
        path: `${path}?q=${encodeURIComponent(text)}`,
      },
    ];
  });
  return options.length > 0 ? [{ label: 'All results', options }] : [];
}

/** Returns where to look further if quick search finds nothing: the lists, searched in more fields, and support. */
export function otherPlaces(session: Session, text: string): OptionGroup[] {
  const places = pages(session);
  const isKnown = (path: string) => places.some((place) => place.path === path);
  const options = LISTS.filter(({ path }) => isKnown(path)).map(({ plural, path }) => ({
    id: `search-${plural}`,
    title: `Search the list of ${plural}`,
    detail: '',
    path: `${path}?q=${encodeURIComponent(text)}`,
  }));
  const support = places.filter(({ path }) => path === paths.support);
  return [{ label: 'Look elsewhere', options: [...options, ...support] }];
}
