import { IconChevronDown, IconX } from '@/components/icons';
import { MenuButton } from '@/components/menu-button';
import { ActionIcon, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { maxSelectedRows, type ListQuery } from 'firmbook-wasm';
import type { ReactNode } from 'react';
import { formatCount } from './grid/format-cell';
import type { Row } from './types';
import classes from './list-page.module.css';

/** An action on the selected rows. */
export interface SelectionAction {
  label: string;
  icon: ReactNode;
  isDangerous?: boolean;
  /** Returns the uuids of the rows to deselect. `query` is the query of the list. */
  run: (rows: Row[], query: ListQuery) => Promise<string[] | void>;
  /** Runs on every row of the query without loading them. */
  runAll?: (query: ListQuery, total: number) => Promise<void>;
  /** Maximum number of rows. */
  limit?: number;
  isRunning?: boolean;
}

export interface SelectionBarProps {
  rows: readonly Row[];
  /** Number of rows in the list. */
  total: number | undefined;
  actions: readonly SelectionAction[];
  /** All rows of the list are selected. */
  isAllSelected?: boolean;
  onSelectAll?: () => void;
  note?: ReactNode;
  onRun: (action: SelectionAction) => void;
  onClear: () => void;
}

/** Toolbar shown while rows are selected. */
export function SelectionBar(props: SelectionBarProps) {
  const { rows, total, actions, isAllSelected = false, note, onRun, onClear } = props;
  const isNarrow = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false });
  const count = isAllSelected ? (total ?? 0) : rows.length;
  const items = actions.map((action) => ({
    ...action,
    reason: disabledReason(action, count, isAllSelected),
    start: () => onRun(action),
  }));
  const canSelectAll =
    !isAllSelected && total !== undefined && rows.length < total && actions.some(({ runAll }) => runAll);
  const isFull =
    !isAllSelected && total !== undefined && total > rows.length && rows.length >= maxSelectedRows();
  return (
    <div className={classes.selection} role="toolbar" aria-label="Selected rows">
      <strong aria-live="polite">
        {isAllSelected ? `All ${formatCount(total ?? 0)} selected` : `${formatCount(rows.length)} selected`}
      </strong>
      {canSelectAll && (
        <Button variant="subtle" color="neutral" onClick={() => props.onSelectAll?.()}>
          Select all {formatCount(total)}
        </Button>
      )}
      {isFull && (
        <span role="status">
          {canSelectAll ? 'You' : `of ${formatCount(total)}: you`} can select up to{' '}
          {formatCount(maxSelectedRows())} at a time
        </span>
      )}
      {isNarrow ? (
        <ActionMenu items={items} />
      ) : (
        items.map((item) => (
          <Button
            key={item.label}
            variant="subtle"
            color={item.isDangerous ? 'danger' : 'brand'}
            leftSection={item.icon}
            loading={item.isRunning ?? false}
            disabled={item.reason !== null}
            onClick={item.start}
          >
            {labelOf(item)}
          </Button>
        ))
      )}
      {note && <span role="alert">{note}</span>}
      <ActionIcon className={classes.clear} aria-label="Clear the selection" onClick={onClear}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}

interface Item extends SelectionAction {
  /** Why the action cannot run. */
  reason: string | null;
  start: () => void;
}

const labelOf = ({ label, reason }: Item) => (reason ? `${label} (${reason})` : label);

/** All actions behind one button, for a narrow screen. */
const ActionMenu = ({ items }: { items: readonly Item[] }) => (
  <MenuButton
    label="Actions"
    position="bottom-end"
    button={(props) => (
      <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />} {...props}>
        Actions
      </Button>
    )}
  >
    {(Menu) =>
      items.map((item) => (
        <Menu.Item
          key={item.label}
          {...(item.isDangerous && { color: 'danger' })}
          leftSection={item.icon}
          disabled={item.reason !== null || item.isRunning === true}
          onClick={item.start}
        >
          {labelOf(item)}
        </Menu.Item>
      ))
    }
  </MenuButton>
);

/** Returns why an action cannot run on the selection. Null if it can. */
function disabledReason(
  { runAll, limit }: SelectionAction,
  count: number,
  isAllSelected: boolean,
): string | null {
  if (isAllSelected && !runAll) {
    return `up to ${formatCount(Math.min(limit ?? Infinity, maxSelectedRows()))} selected rows`;
  }
  return limit !== undefined && count > limit ? `up to ${formatCount(limit)} rows` : null;
}
