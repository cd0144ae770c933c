import { IconX } from '@/components/icons';
import { BOTTOM_BAR } from '@/components/toast-place';
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
  /** Returns the uuids of the rows to deselect. `asked` is the query of the list. */
  run: (rows: Row[], asked: ListQuery) => Promise<string[] | void>;
  /** Runs on every row of the query without loading them. */
  runAll?: (asked: ListQuery, total: number) => Promise<void>;
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
  isWhole?: boolean;
  onWhole?: () => void;
  note?: ReactNode;
  onRun: (action: SelectionAction) => void;
  onClear: () => void;
}

/** Toolbar shown while rows are selected. */
export function SelectionBar(props: SelectionBarProps) {
  const { rows, total, isWhole = false, note, onRun, onClear } = props;
  const { actions } = props;
  const count = isWhole ? (total ?? 0) : rows.length;
  const offersWhole =
    !isWhole && total !== undefined && rows.length < total && actions.some(({ runAll }) => runAll);
  const isFull = !isWhole && total !== undefined && total > rows.length && rows.length >= maxSelectedRows();
  return (
    <div className={classes.selection} role="toolbar" aria-label="Selected rows" {...BOTTOM_BAR}>
      <strong aria-live="polite">
        {isWhole ? `All ${formatCount(total ?? 0)} selected` : `${formatCount(rows.length)} selected`}
      </strong>
      {offersWhole && (
        <Button variant="subtle" color="neutral" onClick={() => props.onWhole?.()}>
          Select all {formatCount(total)}
        </Button>
      )}
      {isFull && (
        <span role="status">
          {offersWhole ? 'You' : `of ${formatCount(total)}: you`} can select up to{' '}
          {formatCount(maxSelectedRows())} at a time
        </span>
      )}
      {actions.map((action) => {
        const reason = reasonAgainst(action, count, isWhole);
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
function reasonAgainst({ runAll, limit }: SelectionAction, count: number, isWhole: boolean): string | null {
  if (isWhole && !runAll) {
    return `up to ${formatCount(Math.min(limit ?? Infinity, maxSelectedRows()))} selected rows`;
  }
  return limit !== undefined && count > limit ? `up to ${formatCount(limit)} rows` : null;
}
