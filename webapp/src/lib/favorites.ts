import { useMutation, useQuery, useQueryClient, queryOptions } from '@tanstack/react-query';
import type { Favorite, FavoriteKind } from 'firmbook-wasm';
import { ApiError, call } from './http';
import { paths } from './paths';
import type { RecentRecord } from './recent';
import { showFailure } from './toast';

const KEY = ['favorites'];

/** Loads the user's favorite records, newest first. */
export const favoritesQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => call('GET', 'Favorite', { signal }),
});

const KINDS: Record<FavoriteKind, { noun: string; path: (uuid: string) => string }> = {
  agent: { noun: 'Agent', path: paths.agent },
  owner: { noun: 'Owner', path: paths.owner },
  insured: { noun: 'Insured', path: paths.insured },
  trust: { noun: 'Trust', path: paths.trust },
  policy: { noun: 'Policy', path: paths.policy },
  annuity: { noun: 'Annuity', path: paths.annuity },
};

/** Converts a favorite to the type of a recent record. */
export function favoriteLink({ kind, uuid, title, detail }: Favorite): RecentRecord {
  const { noun, path } = KINDS[kind];
  return { path: path(uuid), title, detail: [noun, detail].filter(Boolean).join(' · ') };
}

/** Returns whether a record is a favorite (undefined while loading), and a function to change that. */
export function useFavorite(kind: FavoriteKind, uuid: string) {
  const client = useQueryClient();
  const { data } = useQuery(favoritesQuery);
  const { mutate, isPending } = useMutation({
    mutationFn: (isWanted: boolean) =>
      call(isWanted ? 'PUT' : 'DELETE', 'Favorite/{favoriteKind}/{uuid}', {
        path: { favoriteKind: kind, uuid },
      }),
    onError: (reason, isWanted) => {
      const isGone = reason instanceof ApiError && reason.status === 404;
      // Ignore 404 when removing: it was removed in another tab.
      if (isWanted || !isGone) showFailure(undefined, reason);
    },
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
  const isFavorite = data?.some((item) => item.kind === kind && item.uuid === uuid);
  return { isFavorite, change: mutate, isPending };
}
