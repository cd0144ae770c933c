import { IconCopy, IconExternal, IconEye } from '@/components/icons';
import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Row, RowMenuProps } from '../types';
import { IN_ROW_MENU, rowOf, useHoveredAndFocused } from '../use-hovered-and-focused';
import { copyLink } from './copy-link';
import { RowButton } from './row-button';
import { useOpenRow } from './use-open-row';
import classes from './row-menu.module.css';

interface MenuProps extends RowMenuProps {
  /** Renders the actions on a row, from Mantine's menu components. */
  children?: (parts: typeof Menu, row: Row, path: string) => ReactNode;
}

// Rendered in the main landmark, because the children of a grid must be rows.
const IN_MAIN = { target: '#content' };
const OUTSIDE_EVENTS = ['mousedown', 'touchstart'];
const ICON = { size: 16, 'aria-hidden': true };

/** The "⋯" button of the current row, and the menu that it opens. */
export function RowMenu({ children, ...props }: MenuProps) {
  const { hovered, focused } = useHoveredAndFocused(props.scroller, rowOf);
  const { opened, setOpened, menu, hasMenu, openBelow } = useOpenRow(props);
  const element = opened && menu ? menu.element : (hovered ?? focused);
  return (
    <>
      {element && hasMenu(element) && <RowButton element={element} opened={opened} onOpen={openBelow} />}
      <Menu
        opened={opened}
        onChange={setOpened}
        position="bottom-start"
        offset={4}
        returnFocus
        loop
        // By default, any key closes the menu, including the one that opens it.
        clickOutsideEvents={OUTSIDE_EVENTS}
        portalProps={IN_MAIN}
        floatingStrategy="fixed"
      >
        <Menu.Target>
          {/* Mantine names the menu after its target. The key makes it measure the new position. */}
          <span
            key={`${menu?.left} ${menu?.top}`}
            className={classes.anchor}
            style={{ left: menu?.left, top: menu?.top }}
            aria-hidden
          >
            Actions for {menu?.element.querySelector('[data-column="1"]')?.textContent}
          </span>
        </Menu.Target>
        <Menu.Dropdown {...IN_ROW_MENU} onContextMenu={(event) => event.preventDefault()}>
          {menu && (
            <>
              <Menu.Item leftSection={<IconEye {...ICON} />} onClick={() => props.onOpen(menu.row)}>
                Open
              </Menu.Item>
              <Menu.Item
                leftSection={<IconExternal {...ICON} />}
                component="a"
                href={menu.path}
                target="_blank"
                rel="noopener"
              >
                Open in new tab
              </Menu.Item>
              <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={() => void copyLink(menu.path)}>
                Copy link
              </Menu.Item>
              {children?.(Menu, menu.row, menu.path)}
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
