import { DueDay } from '@/components/due-day';
import { IconDots } from '@/components/icons';
import { MenuButton } from '@/components/menu-button';
import { useCan } from '@/lib/session';
import { useToday } from '@/lib/today';
import { ActionIcon, Button } from '@mantine/core';
import { formatDate, formatMoney, type WorkItem } from 'firmbook-wasm';
import { Link, useNavigate } from 'react-router';
import classes from './queue.module.css';
import { recordPath, subjectOf, whoPath } from './record-path';
import { addDays, SNOOZE_OPTIONS } from '@/lib/snooze-days';
import { useMyself, type Work } from './use-work';

interface QueueRowProps {
  item: WorkItem;
  work: Work;
  canPay: boolean;
  canAssign: boolean;
  onSnooze: () => void;
  onAssign: () => void;
}

/** A row of the queue. On narrow screens it becomes a block. */
export function QueueRow({ item, work, canPay, ...props }: QueueRowProps) {
  const canReadTrusts = useCan('trusts', 'read');
  const path = recordPath(item, canReadTrusts);
  const toWho = whoPath(item, canReadTrusts);
  const { task, name, who, day, amount, amountLabel, assignee, snoozedUntil } = item;
  const isBusy = work.busy === item.uuid;
  return (
    <tr>
      <td className={classes.due}>
        {day ? <DueDay day={day} /> : '-'}
        {snoozedUntil && <span className={classes.detail}>Snoozed until {formatDate(snoozedUntil)}</span>}
      </td>
      <td className={classes.task}>{task}</td>
      <th scope="row">
        <Link to={path} aria-label={subjectOf(item)}>
          {name}
        </Link>
      </th>
      <td className={classes.who} title={who ?? undefined}>
        {who && toWho ? <Link to={toWho}>{who}</Link> : (who ?? '-')}
      </td>
      <td data-number>
        {amount !== null && amountLabel && (
          <span className={classes.label}>{sentenceCase(amountLabel)} </span>
        )}
        {formatMoney(amount ?? undefined, 0)}
      </td>
      <td className={classes.assignee} data-empty={!assignee || undefined}>
        {assignee?.name ?? '-'}
      </td>
      <td className={classes.actions}>
        {canPay && (
          <Button
            variant="default"
            size="compact-sm"
            loading={isBusy}
            aria-label={`Mark premium of ${name} as paid`}
            onClick={() => void work.markPaid(item)}
          >
            Mark paid
          </Button>
        )}
        <RowMenu item={item} path={path} work={work} {...props} />
      </td>
    </tr>
  );
}

const sentenceCase = (text: string) => text.charAt(0) + text.slice(1).toLowerCase();

function RowMenu({
  item,
  path,
  work,
  canAssign,
  onSnooze,
  onAssign,
}: Omit<QueueRowProps, 'canPay'> & { path: string }) {
  const today = useToday();
  const navigate = useNavigate();
  const me = useMyself();
  return (
    <MenuButton
      label={`Actions for ${subjectOf(item)}`}
      position="bottom-end"
      button={(button) => (
        <ActionIcon {...button} size="md" aria-label={`Actions for ${subjectOf(item)}, ${item.task}`}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      )}
    >
      {(Menu) => (
        <>
          <Menu.Item onClick={() => void navigate(path)}>Open</Menu.Item>
          <Menu.Label>Snooze</Menu.Label>
          {item.snoozedUntil && <Menu.Item onClick={() => void work.showAgain(item)}>Unsnooze</Menu.Item>}
          {SNOOZE_OPTIONS.map(({ label, days }) => (
            <Menu.Item key={days} onClick={() => void work.snooze(item, addDays(today, days))}>
              {label}
            </Menu.Item>
          ))}
          <Menu.Item onClick={onSnooze}>Until a date…</Menu.Item>
          {canAssign && (
            <>
              <Menu.Divider />
              {item.assignee?.userKey !== me.userKey && (
                <Menu.Item onClick={() => void work.assign(item, me)}>Assign to me</Menu.Item>
              )}
              <Menu.Item onClick={onAssign}>Assign to…</Menu.Item>
              {item.assignee && <Menu.Item onClick={() => void work.assign(item, null)}>Unassign</Menu.Item>}
            </>
          )}
        </>
      )}
    </MenuButton>
  );
}
