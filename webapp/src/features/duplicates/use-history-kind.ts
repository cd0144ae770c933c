import { useQuery, useQueryClient } from '@tanstack/react-query';
import { historyQuery } from './history';
import { mergeKindOf, mergeKinds, type MergeKind } from './merge-kinds';

/**
 * Returns the kind of contact named in the URL. Defaults to the kind of the newest merge. Undefined while that is
 * loading.
 */
export function useHistoryKind(noun: string | null, isHistory: boolean): MergeKind | undefined {
  const queries = useQueryClient();
  const isNeeded = isHistory && noun === null;
  const { data, isPending } = useQuery({
    queryKey: ['merges', 'newest'],
    queryFn: async () => {
      const newestOf = async (kind: MergeKind) => {
        const { pages } = await queries.fetchInfiniteQuery(historyQuery(kind));
        return pages[0]?.items[0]?.at ?? '';
      };
      const [agent, owner] = await Promise.all([newestOf(mergeKinds.agent), newestOf(mergeKinds.owner)]);
      return owner > agent ? ('owner' as const) : ('agent' as const);
    },
    enabled: isNeeded,
    staleTime: 0,
  });
  if (isNeeded && isPending) return undefined;
  return mergeKindOf(noun ?? data ?? null);
}
