import { call, callForResponse } from '@/lib/http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { FilterItem, Groups } from 'firmbook-wasm';
import type { GroupingName } from './groupings';

/** Filter applied to the policies before grouping. */
export interface Narrowing {
  filter: FilterItem[];
  searchText: string | null;
}

export const groupsQuery = (grouping: GroupingName, narrowing: Narrowing) =>
  queryOptions({
    queryKey: ['groups', grouping, narrowing],
    queryFn: ({ signal }) => call<Groups>('POST', `Analytics/${grouping}`, { body: narrowing, signal }),
    placeholderData: keepPreviousData,
  });

export const exportGroups = (grouping: GroupingName, body: Narrowing) =>
  callForResponse('POST', `Analytics/${grouping}/export`, { body });
