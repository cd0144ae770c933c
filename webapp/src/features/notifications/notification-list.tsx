import { Button, Loader } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
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
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 4,
  });
  const rows = virtualizer.getVirtualItems().flatMap(({ index }) => {
    const notification = list?.[index];
    return notification ? [{ index, notification }] : [];
  });

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
          {rows.map(({ index, notification }) => (
            <NotificationRow
              key={notification.userNotificationHistoryId}
              notification={notification}
              index={index}
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
