import { IconChevronDown } from '@/components/icons';
import { MenuButton } from '@/components/menu-button';
import { paths } from '@/lib/paths';
import type { MenuEntry } from 'firmbook-wasm';
import { Link, useLocation } from 'react-router';
import classes from './main-menu.module.css';

/** The navigation of wide screens: opens on hover and from the keyboard alike. */
export function MainMenu({ menu }: { menu: MenuEntry[] }) {
  const { pathname } = useLocation();
  return (
    <nav className={classes.menu} aria-label="Main">
      {menu.map((entry) => (
        <Entry key={entry.label} entry={entry} pathname={pathname} />
      ))}
    </nav>
  );
}

const isCurrent = (path: string | null, pathname: string) =>
  path !== null && (pathname === path || (path !== paths.home && pathname.startsWith(`${path}/`)));

function Entry({ entry, pathname }: { entry: MenuEntry; pathname: string }) {
  if (entry.children.length > 0) return <Group group={entry} pathname={pathname} />;
  const active = isCurrent(entry.path, pathname);
  return (
    <Link
      to={entry.path ?? paths.home}
      className={classes.group}
      data-active={active || undefined}
      aria-current={active ? 'page' : undefined}
    >
      {entry.label}
    </Link>
  );
}

function Group({ group, pathname }: { group: MenuEntry; pathname: string }) {
  const active = group.children.some((entry) => isCurrent(entry.path, pathname)) || undefined;
  return (
    <MenuButton
      label={group.label}
      onHover
      button={(props) => (
        <button type="button" className={classes.group} data-active={active} {...props}>
          {group.label}
          <IconChevronDown size={14} aria-hidden />
        </button>
      )}
    >
      {(Menu) =>
        group.children.map((entry) => (
          <Menu.Item
            key={entry.label}
            component={Link}
            to={entry.path ?? paths.home}
            className={classes.entry}
            aria-current={isCurrent(entry.path, pathname) ? 'page' : undefined}
          >
            {entry.label}
          </Menu.Item>
        ))
      }
    </MenuButton>
  );
}
