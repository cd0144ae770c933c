import { IconChevronDown } from '@/components/icons';
import { paths } from '@/lib/paths';
import { Menu, UnstyledButton } from '@mantine/core';
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
    <Menu trigger="click-hover" openDelay={80} closeDelay={100} position="bottom-start" offset={4} loop>
      <Menu.Target>
        <UnstyledButton className={classes.group} data-active={active}>
          {group.label}
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown miw={180}>
        {group.children.map((entry) => (
          <Menu.Item
            key={entry.label}
            component={Link}
            to={entry.path ?? paths.home}
            className={classes.entry}
            aria-current={isCurrent(entry.path, pathname) ? 'page' : undefined}
          >
            {entry.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
