import { call, download } from '@/lib/http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { FilterItem } from 'firmbook-wasm';
import type { GroupingName } from './groupings';

/** Filter applied to the policies before grouping. */
export interface AnalyticsFilter {
  filter: FilterItem[];
  searchText: string | null;
}

export const groupsQuery = (grouping: GroupingName, analyticsFilter: AnalyticsFilter) =>
  queryOptions({
    queryKey: ['groups', grouping, analyticsFilter],
    queryFn: ({ signal }) =>
      call('POST', 'Analytics/{grouping}', { path: { grouping }, body: analyticsFilter, signal }),
    placeholderData: keepPreviousData,
  });

export const exportGroups = (grouping: GroupingName, body: AnalyticsFilter) =>
  download('POST', 'Analytics/{grouping}/export', { path: { grouping }, body });
