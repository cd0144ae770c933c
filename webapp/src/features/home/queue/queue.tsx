import { TableHead, numeric } from '@/components/data-table';
import { useCan } from '@/lib/session';
import { formatCount } from '@/list/grid/format-cell';
import { Button } from '@mantine/core';
import type { Home, WorkItem } from 'firmbook-wasm';
import { Fragment, useEffect, useRef, useState } from 'react';
import { VIEWS, type View } from '../api';
import classes from './queue.module.css';
import { AssignDialog } from './assign-dialog';
import { QueueRow } from './queue-row';
import { subjectOf } from './record-path';
import { SnoozeDialog } from '@/components/snooze-dialog';
import { useWork } from './use-work';

interface QueueProps {
  home: Home;
  view: View;
  onView: (view: View) => void;
  /** Loads more rows. Null if no more can be loaded. */
  onMore: (() => void) | null;
  isLoading: boolean;
}

const COLUMNS = ['Due', 'Task', 'Record', 'For', numeric('Amount'), 'Assigned to', 'Actions'];

const EMPTY: Record<View, string> = {
  open: 'Nothing due.',
  mine: 'Nothing is assigned to you.',
  snoozed: 'Nothing is snoozed.',
};

/** Table of due work by urgency, with actions on each row. */
export function Queue({ home, view, onView, onMore, isLoading }: QueueProps) {
  const { items, total } = home;
  const canWrite = useCan('allPolicies', 'write');
  const heading = useRef<HTMLHeadingElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const removedRow = useRef<{ key: string; index: number } | null>(null);
  const work = useWork((item) => {
    const key = keyOf(item);
    removedRow.current = { key, index: items.findIndex((one) => keyOf(one) === key) };
  });
  const [snoozing, setSnoozing] = useState<WorkItem | null>(null);
  const [assigning, setAssigning] = useState<WorkItem | null>(null);

  // If a row with the focused button leaves the queue, focus the next row.
  useEffect(() => {
    const removed = removedRow.current;
    if (removed === null || items.some((item) => keyOf(item) === removed.key)) return;
    removedRow.current = null;
    if (document.activeElement !== document.body) return;
    const links = table.current?.querySelectorAll<HTMLElement>('th[scope="row"] a');
    const next = links?.[Math.min(Math.max(removed.index, 0), links.length - 1)];
    (next ?? heading.current)?.focus();
  }, [items]);

  const counts: Record<View, [string, number]> = {
    open: ['All work', home.open],
    mine: ['Assigned to me', home.mine],
    snoozed: ['Snoozed', home.snoozed],
  };
  const canAssign = (item: WorkItem) => home.kinds.some((kind) => kind.kind === item.kind && kind.canAssign);
  return (
    <section className={classes.queue} aria-label="Work queue" aria-busy={isLoading}>
      <div className={classes.head}>
        <h2 ref={heading} tabIndex={-1}>
          Work queue
        </h2>
        <div className={classes.views} role="group" aria-label="Rows to show">
          {VIEWS.map((item) => (
            <Button
              key={item}
              size="compact-sm"
              variant={item === view ? 'light' : 'subtle'}
              color={item === view ? 'brand' : 'neutral'}
              aria-pressed={item === view}
              onClick={() => onView(item)}
            >
              {counts[item][0]}
              {counts[item][1] > 0 && ` (${formatCount(counts[item][1])})`}
            </Button>
          ))}
        </div>
      </div>
      {items.length === 0 ? (
        <p className={classes.empty} role="status">
          {EMPTY[view]}
        </p>
      ) : (
        <table ref={table} className={classes.rows} aria-label="Work queue">
          <TableHead columns={COLUMNS} />
          {groups(items).map((group) => (
            <tbody key={group[0]?.urgency}>
              <tr className={classes.group} data-urgency={group[0]?.urgency}>
                <th scope="rowgroup" colSpan={COLUMNS.length}>
                  {group[0]?.urgencyLabel}
                </th>
              </tr>
              {group.map((item) => (
                <Fragment key={keyOf(item)}>
                  <QueueRow
                    item={item}
                    work={work}
                    canPay={canWrite && item.kind === 'premiumsDue' && !item.snoozedUntil}
                    canAssign={canAssign(item)}
                    onSnooze={() => setSnoozing(item)}
                    onAssign={() => setAssigning(item)}
                  />
                </Fragment>
              ))}
            </tbody>
          ))}
        </table>
      )}
      {items.length < total && (
        <p className={classes.more} role="status">
          Showing {formatCount(items.length)} of {formatCount(total)}.{' '}
          {onMore ? (
            <Button variant="subtle" size="compact-sm" loading={isLoading} onClick={onMore}>
              Show more
            </Button>
          ) : (
            'Open a list under “By type” to see all.'
          )}
        </p>
      )}
      {snoozing && (
        <SnoozeDialog
          title={`Snooze ${subjectOf(snoozing)}`}
          description="The row is hidden from your queue only. It comes back sooner if its due date changes."
          onSnooze={(until) => void work.snooze(snoozing, until)}
          onClose={() => setSnoozing(null)}
        />
      )}
      {assigning && <AssignDialog item={assigning} work={work} onClose={() => setAssigning(null)} />}
    </section>
  );
}

const keyOf = ({ kind, uuid }: WorkItem) => `${kind} ${uuid}`;

/** Splits sorted rows where the urgency changes. */
function groups(items: readonly WorkItem[]): WorkItem[][] {
  const found: WorkItem[][] = [];
  for (const item of items) {
    const last = found.at(-1);
    if (last?.[0]?.urgency === item.urgency) last.push(item);
    else found.push([item]);
  }
  return found;
}
