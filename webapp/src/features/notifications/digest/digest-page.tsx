import { useDocumentTitle } from '@/lib/use-document-title';
import { useConfig } from '@/lib/config';
import { paths } from '@/lib/paths';
import { useCan } from '@/lib/session';
import { SnoozeDialog } from '@/components/snooze-dialog';
import { showSuccess } from '@/lib/toast';
import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { formatDate, type UserNotification } from 'firmbook-wasm';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { NotificationList } from '../notification-list';
import { MarkAll } from '../notifications-popup';
import { SEVERITIES, severityOf } from '../severities';
import { useNotifications } from '../use-notifications';
import classes from '../notifications.module.css';
import { useKinds } from './kinds';

const LONGER_PERIODS = [90, 180, 365];

/** The page of all notifications. The filter is in the URL. */
export function NotificationsPage() {
  useDocumentTitle('Notifications');
  const { notificationDays } = useConfig();
  const canSet = useCan('settings', 'write');
  const offered = [notificationDays, ...LONGER_PERIODS.filter((days) => days > notificationDays)];
  const [params, setParams] = useSearchParams();
  const daysParam = Number(params.get('days'));
  const days = offered.includes(daysParam) ? daysParam : notificationDays;
  const typeParam = params.get('type');
  const type = typeParam !== null && /^\d+$/.test(typeParam) ? Number(typeParam) : null;
  const severity = severityOf(params.get('severity'));
  const isUnread = params.get('unread') === 'true';
  const isSnoozed = params.get('snoozed') === 'true';
  const notifications = useNotifications(days, { type, severity, isUnread, isSnoozed });
  const { list, total, unread } = notifications;

  const setFilter = (name: string, value: string | null) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      // Synchronous, so that a checkbox does not flicker back.
      { replace: true, flushSync: true },
    );
  const isWide = useMediaQuery('(min-width: 60em)') ?? false;
  const isNarrow = useMediaQuery('(max-width: 40em)') ?? false;
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number) =>
    setSelected((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  // Ignore selected notifications that the filter no longer shows.
  const picked = (list ?? []).map((item) => item.userNotificationHistoryId).filter((id) => selected.has(id));
  const isPicking = picked.length > 0;
  const run = (change: (id: number) => Promise<boolean>) => {
    setSelected(new Set());
    void Promise.all(picked.map(change));
  };
  // Ids of the notifications to snooze in the dialog.
  const [snoozing, setSnoozing] = useState<number[]>([]);
  const snooze = async (ids: number[], until: string) => {
    setSelected(new Set());
    const shown = list ?? [];
    const read = new Set(shown.filter(({ isRead }) => isRead).map((item) => item.userNotificationHistoryId));
    const saved = await Promise.all(ids.map((id) => notifications.snooze(id, until)));
    if (!saved.every(Boolean)) return;
    const subject = ids.length === 1 ? 'Notification' : `${ids.length} notifications`;
    // Snoozing marks a notification as unread, so Undo restores the read state.
    const restore = async (id: number) => {
      if ((await notifications.unsnooze(id)) && read.has(id)) await notifications.mark(id, true);
    };
    const undo = () => void Promise.all(ids.map(restore));
    showSuccess(`${subject} snoozed until ${formatDate(until)}`, undo);
  };
  const snoozeOne = ({ userNotificationHistoryId: id }: UserNotification) =>
    isSnoozed ? void notifications.unsnooze(id) : setSnoozing([id]);
  const kinds = useKinds(list, type);

  return (
    <section className={classes.page} aria-labelledby="notifications-title">
      <div className={classes.head} data-covered={isPicking || undefined}>
        <h1 id="notifications-title">
          Notifications
          <span className={classes.total} role="status">
            {list && `${total.toLocaleString('en-US')} (${unread.toLocaleString('en-US')} unread)`}
          </span>
        </h1>
        {isPicking && (
          <div className={classes.bulk} role="toolbar" aria-label="Selected notifications">
            <span role="status">{picked.length} selected</span>
            <Button
              variant="light"
              size="compact-sm"
              onClick={() => run((id) => notifications.mark(id, true))}
            >
              Mark as read
            </Button>
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => (isSnoozed ? run(notifications.unsnooze) : setSnoozing(picked))}
            >
              {isSnoozed ? 'Unsnooze' : 'Snooze'}
            </Button>
            <Button
              variant="subtle"
              size="compact-sm"
              color="danger"
              onClick={() => {
                setSelected(new Set());
                notifications.remove(picked);
              }}
            >
              Delete
            </Button>
            <Button variant="subtle" size="compact-sm" color="neutral" onClick={() => setSelected(new Set())}>
              Clear
            </Button>
          </div>
        )}
        <MarkAll notifications={notifications} />
        <NativeSelect
          aria-label="Urgency"
          size="xs"
          value={severity ?? ''}
          data={[
            { value: '', label: 'Any urgency' },
            ...SEVERITIES.map(({ severity: value, title: label }) => ({ value, label })),
          ]}
          onChange={(event) => setFilter('severity', event.currentTarget.value || null)}
        />
        <NativeSelect
          className={classes.type}
          aria-label="Type"
          size="xs"
          value={type === null ? '' : String(type)}
          data={[
            { value: '', label: 'All types' },
            ...kinds.map((kind) => ({ value: String(kind.type), label: kind.label })),
          ]}
          onChange={(event) => setFilter('type', event.currentTarget.value || null)}
        />
        <NativeSelect
          aria-label="Period"
          size="xs"
          value={String(days)}
          data={offered.map((count) => ({ value: String(count), label: `Last ${count} days` }))}
          onChange={(event) => setFilter('days', event.currentTarget.value)}
        />
        <Checkbox
          label="Unread only"
          checked={isUnread}
          onChange={(event) => setFilter('unread', event.currentTarget.checked ? 'true' : null)}
        />
        <Checkbox
          label="Snoozed only"
          checked={isSnoozed}
          onChange={(event) => setFilter('snoozed', event.currentTarget.checked ? 'true' : null)}
        />
        {canSet && (
          <Button component={Link} to={paths.notificationSettings} variant="subtle" size="compact-sm">
            Preferences
          </Button>
        )}
      </div>
      <NotificationList
        key={`${days} ${type} ${severity} ${isUnread} ${isSnoozed}`}
        notifications={notifications}
        layout={isWide ? 'dense' : isNarrow ? 'narrow' : 'short'}
        selected={selected}
        onSelect={toggle}
        isSnoozed={isSnoozed}
        onSnooze={snoozeOne}
      />
      {snoozing.length > 0 && (
        <SnoozeDialog
          title={snoozing.length === 1 ? 'Snooze notification' : `Snooze ${snoozing.length} notifications`}
          description="Until that day, “Snoozed only” lists what you snoozed. Then it returns to the top as unread."
          onSnooze={(until) => void snooze(snoozing, until)}
          onClose={() => setSnoozing([])}
        />
      )}
    </section>
  );
}
