import { paths } from '@/lib/paths';
import { formatListUrl } from '@/list/state/list-url';
import type { FilterItem, Group, Sort } from 'firmbook-wasm';
import type { AnalyticsFilter } from './api';
import { inForceFilter } from './in-force';

const BY_PREMIUM: Sort[] = [{ column: 'nextPremiumDate', direction: 'asc' }];

/** Returns the URL of a group's policies, or null if no filter selects them. */
export function slicePath(
  { key, slice, label }: Group,
  { filter, searchText }: AnalyticsFilter,
): string | null {
  const own = slice?.filter ?? premiumMonth(key, filter);
  if (!own) return null;
  const extraParams = new URLSearchParams();
  if (slice?.party) {
    const { set, contactType, uuid } = slice.party;
    extraParams.set('party', [set, contactType ?? 0, uuid ?? ''].join('.'));
    if (uuid) extraParams.set('who', label);
  }
  const url = { search: searchText ?? '', filter: [...filter, ...own], sort: slice ? undefined : BY_PREMIUM };
  return `${paths.policies}${formatListUrl(url, extraParams)}`;
}

/** Returns the filter for policies in force whose next premium is due in a month such as `2027-01`. */
function premiumMonth(key: string | null, filter: readonly FilterItem[]): FilterItem[] | null {
  const [, year, month] = /^(\d{4})-(\d{2})$/.exec(key ?? '') ?? [];
  if (!year || !month) return null;
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10);
  const isDue: FilterItem = {
    column: 'nextPremiumDate',
    op: 'between',
    value: [`${year}-${month}-01`, lastDay],
  };
  const hasStatus = filter.some((item) => 'column' in item && item.column === 'status');
  return hasStatus ? [isDue] : [inForceFilter(), isDue];
}
