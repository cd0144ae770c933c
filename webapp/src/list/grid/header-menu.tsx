import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconChevronDown,
  IconEyeOff,
  IconFilter,
} from '@/components/icons';
import { Menu } from '@mantine/core';
import type { SortDirection } from 'firmbook-wasm';
import type { GridColumn } from '../types';
import classes from './grid.module.css';

/** What can be done to a column. */
export interface ColumnActions {
  onSort: (column: string, direction: SortDirection) => void;
  onFilter: (column: string) => void;
  onHide: (column: string) => void;
  onMoveBy: (column: string, by: number) => void;
  onMoveTo: (column: string, before: string) => void;
  onResize: (column: string, width: number, done: boolean) => void;
  onFit: (column: string) => void;
}

interface HeaderMenuProps {
  column: GridColumn;
  place: number;
  count: number;
  opened: boolean;
  onChange: (opened: boolean) => void;
  actions: ColumnActions;
}

/** The menu behind the small arrow of a header. Its contents exist only while it is open. */
export function HeaderMenu({ column, place, count, opened, onChange, actions }: HeaderMenuProps) {
  const arrow = (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the header opens it with Alt+Down
    <span
      className={classes.menuButton}
      data-menu={column.key}
      data-opened={opened || undefined}
      onClick={(event) => {
        event.stopPropagation();
        onChange(!opened);
      }}
    >
      <IconChevronDown size={14} aria-hidden />
    </span>
  );
  if (!opened) return arrow;
  const icon = { size: 16, 'aria-hidden': true };
  return (
    <Menu opened onChange={onChange} position="bottom-start" offset={6} returnFocus>
      <Menu.Target>{arrow}</Menu.Target>
      <Menu.Dropdown
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
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconArrowLeft {...icon} />}
          disabled={place === 0}
          onClick={() => actions.onMoveBy(column.key, -1)}
        >
          Move left
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowRight {...icon} />}
          disabled={place === count - 1}
          onClick={() => actions.onMoveBy(column.key, 1)}
        >
          Move right
        </Menu.Item>
        <Menu.Item
          leftSection={<IconEyeOff {...icon} />}
          disabled={count === 1}
          onClick={() => actions.onHide(column.key)}
        >
          Hide
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
