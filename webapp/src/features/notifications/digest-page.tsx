import { useDocumentTitle } from '@/lib/use-document-title';
import { useConfig } from '@/lib/config';
import { NativeSelect } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { NotificationList } from './notification-list';
import { MarkAll } from './notifications-popup';
import { useNotifications } from './use-notifications';
import classes from './notifications.module.css';

const LONGER = [90, 180, 365];

/** All notifications on a page of their own. */
export function NotificationsPage() {
  useDocumentTitle('Notifications');
  const { notificationDays } = useConfig();
  const offered = [notificationDays, ...LONGER.filter((days) => days > notificationDays)];
  const [params, setParams] = useSearchParams();
  const wanted = Number(params.get('days'));
  const days = offered.includes(wanted) ? wanted : notificationDays;
  const notifications = useNotifications(days);
  const { list, unread } = notifications;
  return (
    <section className={classes.page} aria-labelledby="notifications-title">
      <div className={classes.head}>
        <h1 id="notifications-title">
          Notifications
          <span className={classes.total} role="status">
            {list && `${list.length.toLocaleString('en-US')} (${unread.toLocaleString('en-US')} unread)`}
          </span>
        </h1>
        <MarkAll notifications={notifications} />
        <NativeSelect
          aria-label="Period"
          size="xs"
          value={String(days)}
          data={offered.map((count) => ({ value: String(count), label: `Last ${count} days` }))}
          onChange={(event) => setParams({ days: event.currentTarget.value }, { replace: true })}
        />
      </div>
      <NotificationList key={days} notifications={notifications} />
    </section>
  );
}
