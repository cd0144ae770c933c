import { paths } from '@/lib/paths';
import { useEscape } from '@/lib/use-escape';
import { Drawer } from '@mantine/core';
import type { MenuEntry } from 'firmbook-wasm';
import { Link, useLocation } from 'react-router';
import { currentPath } from './current-path';
import { useHasFavorites } from './favorites-menu';
import { useMenuRecords } from './menu-records';
import { MenuIcon } from './menu-icon';
import classes from './narrow-menu.module.css';

interface NarrowDrawerProps {
  menu: MenuEntry[];
  opened: boolean;
  close: () => void;
}

/** Drawer with the whole navigation. */
export function NarrowDrawer({ menu, opened, close }: NarrowDrawerProps) {
  const current = currentPath(menu, useLocation().pathname);
  const hasFavorites = useHasFavorites();
  useEscape(opened, close);
  return (
    <Drawer.Root opened={opened} onClose={close} closeOnEscape={false} position="left" size={288}>
      <Drawer.Overlay backgroundOpacity={1} color="var(--fb-veil)" />
      <Drawer.Content aria-label="Menu" classNames={{ content: classes.drawer ?? '' }}>
        <Drawer.Body>
          <nav aria-label="Main">
            <Entries entries={menu} current={current} onFollow={close} />
            {hasFavorites && <MenuRecords onFollow={close} />}
          </nav>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** Favorites and recent records. Groups without records are left out. */
function MenuRecords({ onFollow }: { onFollow: () => void }) {
  const groups = useMenuRecords().filter(({ records }) => records.length > 0);
  return groups.map(({ label, records }) => (
    <section key={label} className={classes.group}>
      <h2>{label}</h2>
      {records.map(({ path, title, detail }) => (
        <Link key={path} to={path} className={classes.entry} onClick={onFollow}>
          <span>
            {title} <span className={classes.detail}>{detail}</span>
          </span>
        </Link>
      ))}
    </section>
  ));
}

interface EntriesProps {
  entries: MenuEntry[];
  current: string | null;
  onFollow: () => void;
  isInGroup?: boolean;
}

function Entries({ entries, current, onFollow, isInGroup = false }: EntriesProps) {
  const Name = isInGroup ? 'h3' : 'h2';
  return entries.map((entry) => {
    const icon = entry.icon && <MenuIcon icon={entry.icon} />;
    if (entry.children.length > 0) {
      return (
        <section key={entry.label} className={classes.group} data-nested={isInGroup || undefined}>
          <Name>
            {icon}
            {entry.label}
          </Name>
          <Entries entries={entry.children} current={current} onFollow={onFollow} isInGroup />
        </section>
      );
    }
    return (
      <Link
        key={entry.path}
        to={entry.path ?? paths.home}
        className={classes.entry}
        aria-current={entry.path === current ? 'page' : undefined}
        onClick={onFollow}
      >
        {icon}
        {entry.label}
      </Link>
    );
  });
}
