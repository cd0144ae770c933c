import { IconChevronDown } from '@/components/icons';
import { MenuButton } from '@/components/menu-button';
import { paths } from '@/lib/paths';
import type { Menu } from '@mantine/core';
import type { MenuEntry } from 'firmbook-wasm';
import { useRef, type KeyboardEvent } from 'react';
import { Link, useLocation } from 'react-router';
import { currentPath } from './current-path';
import { MenuIcon } from './menu-icon';
import classes from './main-menu.module.css';

/** The main navigation on wide screens. Groups open on hover and from the keyboard. */
export function MainMenu({ menu }: { menu: MenuEntry[] }) {
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  // Whether a group was open when the key was pressed. The group closes before `onKeyDown` runs.
  const wasOpen = useRef(false);
  const current = currentPath(menu, pathname);
  return (
    // The key events bubble up from the buttons and links inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <nav
      ref={nav}
      className={classes.menu}
      aria-label="Main"
      onKeyDownCapture={() => {
        wasOpen.current = nav.current?.querySelector('[data-stop][aria-expanded="true"]') !== null;
      }}
      onKeyDown={(event) => moveFocus(event, nav.current, wasOpen.current)}
    >
      {menu.map((entry) => (
        <Entry key={entry.label} entry={entry} current={current} />
      ))}
    </nav>
  );
}

/** Moves the focus along the bar. If a group was open, opens the next one. */
function moveFocus(event: KeyboardEvent, nav: HTMLElement | null, wasOpen: boolean) {
  const stops = [...(nav?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])];
  const target = event.target as HTMLElement;
  const at = stops.findIndex((stop) => stop === target || containsInGroup(stop, target));
  const next = nextStop(event.key, at, stops.length, stops[at] === target);
  if (next === null || at < 0) return;
  event.preventDefault();
  const stop = stops[next];
  stop?.focus();
  if (wasOpen && next !== at && stop?.getAttribute('aria-haspopup')) stop.click();
}

/** Returns whether an element is inside the group opened by `stop`. */
const containsInGroup = (stop: HTMLElement, element: HTMLElement) =>
  stop.hasAttribute('aria-haspopup') && stop.parentElement?.contains(element);

function nextStop(key: string, at: number, count: number, isOnBar: boolean): number | null {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at - 1 + count) % count;
  if (!isOnBar) return null;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

function Entry({ entry, current }: { entry: MenuEntry; current: string | null }) {
  if (entry.children.length > 0) return <Group group={entry} current={current} />;
  const isActive = entry.path === current;
  return (
    <Link
      to={entry.path ?? paths.home}
      className={classes.group}
      data-stop
      data-active={isActive || undefined}
      aria-current={isActive ? 'page' : undefined}
    >
      {entry.label}
    </Link>
  );
}

function Group({ group, current }: { group: MenuEntry; current: string | null }) {
  const isActive = contains(group, current);
  return (
    <MenuButton
      label={group.label}
      onHover
      button={(props) => (
        <button
          type="button"
          className={classes.group}
          data-stop
          data-active={isActive || undefined}
          {...props}
        >
          {group.label}
          <IconChevronDown size={14} aria-hidden />
        </button>
      )}
    >
      {(parts) => <Items parts={parts} entries={group.children} current={current} />}
    </MenuButton>
  );
}

const contains = (entry: MenuEntry, path: string | null): boolean =>
  (path !== null && entry.path === path) || entry.children.some((child) => contains(child, path));

interface ItemsProps {
  parts: typeof Menu;
  entries: MenuEntry[];
  current: string | null;
}

/** The entries of a group. A nested group becomes a labeled section. */
function Items({ parts: Parts, entries, current }: ItemsProps) {
  return entries.map((entry) => {
    const icon = entry.icon ? <MenuIcon icon={entry.icon} /> : undefined;
    if (entry.children.length > 0) {
      return (
        <div key={entry.label} role="group" aria-label={entry.label}>
          <Parts.Label className={classes.part}>
            {icon}
            {entry.label}
          </Parts.Label>
          <Items parts={Parts} entries={entry.children} current={current} />
        </div>
      );
    }
    return (
      <Parts.Item
        key={entry.path}
        component={Link}
        to={entry.path ?? paths.home}
        className={classes.entry}
        leftSection={icon}
        aria-current={entry.path === current ? 'page' : undefined}
      >
        {entry.label}
      </Parts.Item>
    );
  });
}
