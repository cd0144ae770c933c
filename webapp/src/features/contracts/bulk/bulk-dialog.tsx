import { Dialog } from '@/components/dialog';
import { failureText } from '@/lib/failure-text';
import { Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import { valueOf } from '../fields';
import type { LineOfBusiness } from '../lines-of-business';
import type { AnyRecord } from '../api/get-contract';
import classes from './bulk.module.css';
import { MAX_CONTRACTS } from './limits';

interface BulkDialogProps {
  title: string;
  line: LineOfBusiness;
  /** Number of selected contracts. */
  count: number;
  /** Number of contracts that the action changes. */
  affected: number;
  /** Undefined while loading. */
  records: readonly AnyRecord[] | undefined;
  error: Error | null;
  opened: boolean;
  onClose: () => void;
  action: { label: string; run: () => void; isDisabled: boolean };
  /** Number of contracts changed so far. Null if nothing is running. */
  progress: number | null;
  /** Contracts that could not be changed, from the last attempt. */
  failed: readonly { item: AnyRecord; reason: unknown }[];
  children: ReactNode;
}

/** Dialog that changes many contracts: fields, a preview, progress and the contracts that failed. */
export function BulkDialog({
  line,
  records,
  count,
  affected,
  progress,
  failed,
  action,
  ...props
}: BulkDialogProps) {
  const isTooMany = count > MAX_CONTRACTS;
  return (
    <Dialog
      title={props.title}
      opened={props.opened}
      onClose={props.onClose}
      action={{
        ...action,
        isRunning: progress !== null,
        isDisabled: action.isDisabled || isTooMany || !records,
      }}
    >
      {isTooMany ? (
        <p role="alert" className={classes.fault}>
          You can change up to {MAX_CONTRACTS} contracts at a time. Select fewer rows.
        </p>
      ) : props.error ? (
        <p role="alert" className={classes.fault}>
          The selected contracts could not be loaded. {failureText(props.error)}
        </p>
      ) : (
        props.children
      )}
      {progress !== null && (
        <Progress
          className={classes.progress ?? ''}
          value={(100 * progress) / Math.max(1, affected)}
          aria-label={`${progress} of ${affected} changed`}
        />
      )}
      {failed.length > 0 && (
        <div role="alert" className={classes.fault}>
          {failed.length === 1 ? '1 contract was' : `${failed.length} contracts were`} not changed:
          <ul>
            {failed.map(({ item, reason }) => (
              <li key={item.uuid}>
                {String(valueOf(item.contract, line.number))}: {failureText(reason)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  );
}

/** Counts items by a label, most frequent first. */
export function countBy<T>(
  items: readonly T[],
  labelOf: (item: T) => string,
): [label: string, count: number][] {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(labelOf(item), (counts.get(labelOf(item)) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a);
}
