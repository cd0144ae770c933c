import { paths } from '@/lib/paths';
import { Drawer } from '@mantine/core';
import type { MenuEntry } from 'firmbook-wasm';
import { NavLink } from 'react-router';
import classes from './narrow-menu.module.css';

interface NarrowDrawerProps {
  menu: MenuEntry[];
  opened: boolean;
  close: () => void;
}

/** The drawer with the whole navigation. */
export function NarrowDrawer({ menu, opened, close }: NarrowDrawerProps) {
  return (
    <Drawer.Root opened={opened} onClose={close} position="left" size={288}>
      <Drawer.Overlay backgroundOpacity={1} color="var(--fb-veil)" />
      <Drawer.Content aria-label="Menu">
        <Drawer.Body>
          <nav aria-label="Main">
            {menu.map((entry) =>
              entry.children.length > 0 ? (
                <section key={entry.label} className={classes.group}>
                  <h2>{entry.label}</h2>
                  {entry.children.map((child) => (
                    <Entry key={child.label} entry={child} onFollow={close} />
                  ))}
                </section>
              ) : (
                <Entry key={entry.label} entry={entry} onFollow={close} />
              ),
            )}
          </nav>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

const Entry = ({ entry, onFollow }: { entry: MenuEntry; onFollow: () => void }) => (
  <NavLink
    to={entry.path ?? paths.home}
    end={entry.path === paths.home}
    className={classes.entry}
    onClick={onFollow}
  >
    {entry.label}
  </NavLink>
);
