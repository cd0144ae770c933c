import { LoadError } from '@/components/query-state';
import { dateInTimeZone } from '@/lib/timestamp';
import { useSession } from '@/lib/session';
import { Loader } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { UserNotification } from 'firmbook-wasm';
import { formatTime, NotificationRow, ROW_HEIGHTS, type RowLayout } from './notification-row';
import type { Notifications } from './use-notifications';
import classes from './notifications.module.css';

interface NotificationListProps {
  notifications: Notifications;
  onFollow?: () => void;
  layout?: RowLayout;
  /** Ids of the selected notifications. Undefined if they cannot be selected. */
  selected?: ReadonlySet<number>;
  onSelect?: (id: number) => void;
  /** The listed notifications are snoozed. */
  isSnoozed?: boolean;
  /** Snoozes a notification, or ends its snooze. Undefined if they cannot be snoozed. */
  onSnooze?: (notification: UserNotification) => void;
}

/** Loads older notifications when this many rows are left below the visible ones. */
const ROWS_AHEAD = 5;

/** A virtualized list of notifications. Loads older ones when it is scrolled. */
export function NotificationList({
  notifications,
  onFollow,
  layout = 'tall',
  selected,
  onSelect,
  isSnoozed = false,
  onSnooze,
}: NotificationListProps) {
  const rowHeight = ROW_HEIGHTS[layout];
  const { list, error, total, hasMore, isLoadingMore, moreError, loadMore } = notifications;
  const { timeZone } = useSession().user;
  const dayOf = (one: UserNotification | undefined) => one && dateInTimeZone(timeZone, formatTime(one));
  const scroller = useRef<HTMLDivElement>(null);
  const count = list?.length ?? 0;
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const items = virtualizer.getVirtualItems();
  const isNearEnd = (items.at(-1)?.index ?? 0) >= count - ROWS_AHEAD;
  const loads = hasMore && isNearEnd && !isLoadingMore && !moreError;
  useEffect(() => {
    if (loads) loadMore();
  }, [loads, loadMore]);
  const rows = items.flatMap(({ index }) => {
    const notification = list?.[index];
    const before = list?.[index - 1];
    const isFirstOfDay = dayOf(notification) !== dayOf(before);
    return notification ? [{ index, notification, isFirstOfDay }] : [];
  });

  return (
    <div ref={scroller} className={classes.scroller} tabIndex={-1}>
      {error ? (
        <LoadError
          subject="notifications"
          error={error}
          onRetry={notifications.retry}
          className={classes.state}
        />
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
          <ul className={classes.list} style={{ height: count * rowHeight }} aria-label="Notifications">
            {rows.map(({ index, notification, isFirstOfDay }) => (
              <NotificationRow
                key={notification.userNotificationHistoryId}
                notification={notification}
                index={index}
                count={total}
                layout={layout}
                isFirstOfDay={isFirstOfDay}
                isSelected={selected?.has(notification.userNotificationHistoryId)}
                isSnoozed={isSnoozed}
                onSnooze={onSnooze && (() => onSnooze(notification))}
                onSelect={onSelect && (() => onSelect(notification.userNotificationHistoryId))}
                onMark={(isRead) => void notifications.mark(notification.userNotificationHistoryId, isRead)}
                onRemove={() => {
                  // Keep the focus in the list, because the pressed button disappears with its row.
                  scroller.current?.focus();
                  notifications.remove([notification.userNotificationHistoryId]);
                }}
                onFollow={onFollow}
              />
            ))}
          </ul>
          {moreError ? (
            <LoadError
              subject="older notifications"
              error={moreError}
              onRetry={loadMore}
              className={classes.state}
            />
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
