import { favoriteLink, favoritesQuery } from '@/lib/favorites';
import { recentRecords, type RecentRecord } from '@/lib/recent';
import { useSession } from '@/lib/session';
import { useQuery } from '@tanstack/react-query';

interface MenuRecords {
  label: string;
  records: RecentRecord[];
  /** Shown if there are no records. */
  note: string;
}

/** Loads the user's favorites and recent records for an open menu. */
export function useMenuRecords(): MenuRecords[] {
  const { user } = useSession();
  const { data, error } = useQuery(favoritesQuery);
  const favorites = data?.map(favoriteLink) ?? [];
  const paths = new Set(favorites.map(({ path }) => path));
  const recent = recentRecords(user).filter(({ path }) => !paths.has(path));
  const emptyNote = data ? 'Select the star on a record to keep it here.' : 'Loading…';
  const errorNote = 'Favorites could not be loaded. Open the menu again to retry.';
  return [
    { label: 'Favorites', records: favorites, note: error ? errorNote : emptyNote },
    { label: 'Recent', records: recent, note: 'No other records opened yet.' },
  ];
}
