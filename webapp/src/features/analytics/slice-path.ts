import { paths } from '@/lib/paths';
import { formatListUrl } from '@/list/state/list-url';
import type { Group } from 'firmbook-wasm';
import type { AnalyticsFilter } from './api';

/** Returns the URL of a group's policies, or null if no filter selects them. */
export function slicePath({ slice, label }: Group, { filter, searchText }: AnalyticsFilter): string | null {
  if (!slice) return null;
  const extraParams = new URLSearchParams();
  if (slice.party) {
    const { set, contactType, uuid } = slice.party;
    extraParams.set('party', [set, contactType ?? 0, uuid ?? ''].join('.'));
    if (uuid) extraParams.set('who', label);
  }
  const url = { search: searchText ?? '', filter: [...filter, ...slice.filter] };
  return `${paths.policies}${formatListUrl(url, extraParams)}`;
}
