import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconEyeOff,
  IconFilter,
  IconPin,
  IconPinnedOff,
} from '@/components/icons';
import { Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import { togglePin } from '../columns/toggle-pin';
import type { HeaderMenuProps } from './header-menu';

interface HeaderMenuPanelProps extends Omit<HeaderMenuProps, 'opened'> {
  arrow: ReactElement;
}

// Rendered in the main landmark, because the children of a grid must be rows.
const IN_MAIN = { target: '#content' };

/** The open menu of a column header. */
export function HeaderMenuPanel(props: HeaderMenuPanelProps) {
  const { column, index, count, isPinned, onChange, actions, arrow } = props;
  const PinIcon = isPinned ? IconPinnedOff : IconPin;
  const icon = { size: 16, 'aria-hidden': true };
  return (
    <Menu
      opened
      onChange={onChange}
      position="bottom-start"
      offset={6}
      returnFocus
      portalProps={IN_MAIN}
      floatingStrategy="fixed"
    >
      <Menu.Target>{arrow}</Menu.Target>
      <Menu.Dropdown
        aria-label={`Menu of ${column.label}`}
        onClick={(event) => event.stopPropagation()}
        onKeyDown={(event) => event.stopPropagation()}
      >
        {column.canSort && (
          <>
            <Menu.Item
              leftSection={<IconArrowUp {...icon} />}
              onClick={() => actions.onSort(column.key, 'asc')}
            >
              Sort ascending
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowDown {...icon} />}
              onClick={() => actions.onSort(column.key, 'desc')}
            >
              Sort descending
            </Menu.Item>
          </>
        )}
        {column.canFilter && (
          <Menu.Item leftSection={<IconFilter {...icon} />} onClick={() => actions.onFilter(column.key)}>
            Filter by this column
          </Menu.Item>
        )}
        {!column.isTemporary && (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<IconArrowLeft {...icon} />}
              disabled={index === 0}
              onClick={() => actions.onMoveBy(column.key, -1)}
            >
              Move left
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowRight {...icon} />}
              disabled={index === count - 1}
              onClick={() => actions.onMoveBy(column.key, 1)}
            >
              Move right
            </Menu.Item>
            {index > 0 && (
              <Menu.Item
                leftSection={<PinIcon {...icon} />}
                onClick={() => actions.onUpdateColumns((columns) => togglePin(columns, column.key))}
              >
                {isPinned ? 'Unpin' : 'Pin to the left'}
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<IconEyeOff {...icon} />}
              disabled={count === 1}
              onClick={() => actions.onHide(column.key)}
            >
              Hide
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
