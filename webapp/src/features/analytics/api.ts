import { call, download } from '@/lib/http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { FilterItem } from 'firmbook-wasm';
import type { GroupingName } from './groupings';

/** Filter applied to the policies before grouping. */
export interface Narrowing {
  filter: FilterItem[];
  searchText: string | null;
}

export const groupsQuery = (grouping: GroupingName, narrowing: Narrowing) =>
  queryOptions({
    queryKey: ['groups', grouping, narrowing],
    queryFn: ({ signal }) =>
      call('POST', 'Analytics/{grouping}', { path: { grouping }, body: narrowing, signal }),
    placeholderData: keepPreviousData,
  });

export const exportGroups = (grouping: GroupingName, body: Narrowing) =>
  download('POST', 'Analytics/{grouping}/export', { path: { grouping }, body });
