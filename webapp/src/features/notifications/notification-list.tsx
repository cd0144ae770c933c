import { failureText } from '@/lib/failure-text';
import { Button, Loader } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { NotificationRow, ROW_HEIGHT } from './notification-row';
import type { Notifications } from './use-notifications';
import classes from './notifications.module.css';

interface NotificationListProps {
  notifications: Notifications;
  onFollow?: () => void;
}

/** Loads older notifications when this many rows are left below the visible ones. */
const ROWS_AHEAD = 5;

/** A virtualized list of notifications. Loads older ones when it is scrolled. */
export function NotificationList({ notifications, onFollow }: NotificationListProps) {
  const { list, error, total, hasMore, isLoadingMore, moreError, loadMore } = notifications;
  const scroller = useRef<HTMLDivElement>(null);
  const count = list?.length ?? 0;
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 4,
  });
  const items = virtualizer.getVirtualItems();
  const isNearEnd = (items.at(-1)?.index ?? 0) >= count - ROWS_AHEAD;
  const loads = hasMore && isNearEnd && !isLoadingMore && !moreError;
  useEffect(() => {
    if (loads) loadMore();
  }, [loads, loadMore]);
  const rows = items.flatMap(({ index }) => {
    const notification = list?.[index];
    return notification ? [{ index, notification }] : [];
  });

  return (
    <div ref={scroller} className={classes.scroller} tabIndex={-1}>
      {error ? (
        <div className={classes.state} role="alert">
          Notifications could not be loaded. {failureText(error)}
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
        <>
          <ul className={classes.list} style={{ height: count * ROW_HEIGHT }} aria-label="Notifications">
            {rows.map(({ index, notification }) => (
              <NotificationRow
                key={notification.userNotificationHistoryId}
                notification={notification}
                index={index}
                count={total}
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
          {moreError ? (
            <div className={classes.state} role="alert">
              Older notifications could not be loaded. {failureText(moreError)}
              <Button variant="subtle" size="compact-sm" onClick={loadMore}>
                Retry
              </Button>
            </div>
          ) : (
            hasMore && (
              <div className={classes.state} role="status">
                <Loader size="xs" aria-hidden /> Loading older notifications…
              </div>
            )
          )}
        </>
      )}
    </div>
  );
}
