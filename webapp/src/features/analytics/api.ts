import { call, callForResponse } from '@/lib/http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { FilterItem, Groups } from 'firmbook-wasm';
import type { GroupingName } from './groupings';

/** What is asked of the list of policies before they are put into groups. */
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
