import { call } from '@/lib/http';
import { showFailure } from '@/lib/toast';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { sameName, type ListName, type SavedView, type SharedView } from 'firmbook-wasm';

/** Loads the views of a list that are shared with the firm. `list` is null if the table has none. */
export function useSharedViews(list: ListName | null) {
  const queries = useQueryClient();
  const queryKey = ['shared-views', list];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: list ? ({ signal }) => call('GET', 'SharedView/{list}', { path: { list }, signal }) : skipToken,
    staleTime: 0,
  });
  /** Returns whether the change was saved. */
  const change = async (send: (list: ListName) => Promise<unknown>) => {
    if (!list) return false;
    try {
      await send(list);
      return true;
    } catch (reason) {
      showFailure(undefined, reason);
      return false;
    } finally {
      await queries.invalidateQueries({ queryKey });
    }
  };
  /** Returns the viewer's shared copy of a view. */
  const copyOf = (view: SavedView) =>
    data?.find((shared) => shared.isOwn && sameName(shared.view.name, view.name));
  return {
    views: data,
    error: data ? null : error,
    retry: () => void refetch(),
    copyOf,
    /** Shares a view, or replaces the shared copy. */
    share: (view: SavedView) =>
      change((name) =>
        call('PUT', 'SharedView/{list}/{uuid}', {
          path: { list: name, uuid: copyOf(view)?.uuid ?? crypto.randomUUID() },
          body: view,
        }),
      ),
    remove: ({ uuid }: SharedView) =>
      change((name) => call('DELETE', 'SharedView/{list}/{uuid}', { path: { list: name, uuid } })),
  };
}
