import { useVisibleRows } from '@/list/grid/use-visible-rows';
import { Button, Loader } from '@mantine/core';
import { useRef } from 'react';
import { NotificationRow, ROW_HEIGHT } from './notification-row';
import type { Notifications } from './use-notifications';
import classes from './notifications.module.css';

interface NotificationListProps {
  notifications: Notifications;
  onFollow?: () => void;
}

/** A virtualized list of notifications. */
export function NotificationList({ notifications, onFollow }: NotificationListProps) {
  const { list, error } = notifications;
  const scroller = useRef<HTMLDivElement>(null);
  const count = list?.length ?? 0;
  const { first, end } = useVisibleRows(scroller, ROW_HEIGHT, count);

  return (
    <div ref={scroller} className={classes.scroller} tabIndex={-1}>
      {error ? (
        <div className={classes.state} role="alert">
          {error.message}
          <Button variant="subtle" size="compact-sm" onClick={notifications.retry}>
            Retry
          </Button>
        </div>
      ) : !list ? (
        <div className={classes.state} role="status">
          <Loader size="xs" aria-hidden /> Loading notifications…
        </div>
      ) : count === 0 ? (
        <div className={classes.state} role="status">
          No notifications found
        </div>
      ) : (
        <ul className={classes.list} style={{ height: count * ROW_HEIGHT }} aria-label="Notifications">
          {list.slice(first, end).map((notification, i) => (
            <NotificationRow
              key={notification.userNotificationHistoryId}
              notification={notification}
              index={first + i}
              count={count}
              onMark={(isRead) => void notifications.mark(notification.userNotificationHistoryId, isRead)}
              onRemove={() => {
                // Keep the focus in the list, because the pressed button disappears with its row.
                scroller.current?.focus();
                void notifications.remove(notification.userNotificationHistoryId);
              }}
              onFollow={onFollow}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
