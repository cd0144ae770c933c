import { IconX } from '@/components/icons';
import { ActionIcon, Button } from '@mantine/core';
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
  const { rows, total, isAllSelected = false, note, onRun, onClear } = props;
  const { actions } = props;
  const count = isAllSelected ? (total ?? 0) : rows.length;
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
      {actions.map((action) => {
        const reason = disabledReason(action, count, isAllSelected);
        return (
          <Button
            key={action.label}
            variant="subtle"
            color={action.isDangerous ? 'danger' : 'brand'}
            leftSection={action.icon}
            loading={action.isRunning ?? false}
            disabled={reason !== null}
            onClick={() => onRun(action)}
          >
            {action.label}
            {reason && ` (${reason})`}
          </Button>
        );
      })}
      {note && <span role="alert">{note}</span>}
      <ActionIcon aria-label="Clear the selection" onClick={onClear}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}

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
