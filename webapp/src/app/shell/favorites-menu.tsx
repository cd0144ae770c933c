import { IconStar } from '@/components/icons';
import { MenuButton } from '@/components/menu-button';
import { useSession } from '@/lib/session';
import { useModule } from '@/lib/use-module';
import { ActionIcon, type Menu } from '@mantine/core';
import classes from './favorites-menu.module.css';

const loadItems = () => import('./favorites-items');

/** Menu with the favorites and recent records. */
export function FavoritesMenu() {
  if (!useHasFavorites()) return null;
  return (
    <span className={classes.button}>
      <MenuButton
        label="Favorites and recent records"
        position="bottom-end"
        width={320}
        button={(props) => (
          <ActionIcon size="lg" aria-label="Favorites" title="Favorites and recent records" {...props}>
            <IconStar size={20} stroke={1.7} aria-hidden />
          </ActionIcon>
        )}
      >
        {(parts) => <Items parts={parts} />}
      </MenuButton>
    </span>
  );
}

function Items({ parts }: { parts: typeof Menu }) {
  const Loaded = useModule(loadItems, true)?.FavoritesItems;
  return Loaded ? <Loaded parts={parts} /> : <parts.Label>Loading…</parts.Label>;
}

/** Returns whether the user can have favorites: can open records and is not limited to shared reports. */
export function useHasFavorites(): boolean {
  const { features, scope } = useSession().permissions;
  const opens = (['contacts', 'allPolicies', 'annuities'] as const).some(
    (feature) => features[feature]?.read,
  );
  return opens && scope !== 'Shared';
}
