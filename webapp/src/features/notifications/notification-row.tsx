import { IconClock, IconTrash } from '@/components/icons';
import { dayIn } from '@/lib/moment';
import { useSession } from '@/lib/session';
import { ActionIcon, Checkbox } from '@mantine/core';
import { formatDate, notificationLook, type UserNotification } from 'firmbook-wasm';
import { Link } from 'react-router';
import { ICONS } from './notification-icons';
import classes from './notifications.module.css';
import { titleOf } from './severities';

/** Lays out a row in three lines, in two, or in one with the date only at the first notification of a day. */
export type RowLayout = 'tall' | 'short' | 'dense';

export const ROW_HEIGHTS: Readonly<Record<RowLayout, number>> = { tall: 94, short: 60, dense: 40 };

/** Returns when the notification was created or, if snoozed, when it reappears. */
export const shownAt = ({ createDate, snoozedUntil }: UserNotification) => snoozedUntil ?? createDate;

interface NotificationRowProps {
  notification: UserNotification;
  index: number;
  count: number;
  layout: RowLayout;
  isFirstOfDay: boolean;
  /** Undefined if notifications cannot be selected. */
  isSelected?: boolean | undefined;
  onSelect?: (() => void) | undefined;
  isSnoozed: boolean;
  /** Undefined if notifications cannot be snoozed. */
  onSnooze?: (() => void) | undefined;
  onMark: (isRead: boolean) => void;
  onRemove: () => void;
  onFollow?: (() => void) | undefined;
}

export function NotificationRow({
  notification,
  index,
  count,
  layout,
  isFirstOfDay,
  isSelected,
  onSelect,
  isSnoozed,
  onSnooze,
  onMark,
  onRemove,
  onFollow,
}: NotificationRowProps) {
  const { displayName, applicationUrl, isRead } = notification;
  const at = shownAt(notification);
  const { timeZone } = useSession().user;
  const look = notificationLook(notification.notificationType);
  const Icon = ICONS[look.icon];
  const urgency = look.severity === 'info' ? null : titleOf(look.severity);
  const turn = isRead ? 'Mark as unread' : 'Mark as read';
  return (
    <li
      className={classes.row}
      style={{ transform: `translateY(${index * ROW_HEIGHTS[layout]}px)` }}
      aria-posinset={index + 1}
      aria-setsize={count}
      data-unread={!isRead || undefined}
      data-layout={layout}
    >
      {onSelect && (
        <Checkbox
          checked={isSelected ?? false}
          onChange={onSelect}
          aria-label={`Select ${look.label}: ${displayName}`}
        />
      )}
      <span className={classes.icon} data-severity={look.severity}>
        <Icon size={20} stroke={1.7} aria-hidden />
      </span>
      <div className={classes.what}>
        <div className={classes.kind}>
          <span className={classes.label}>{look.label}</span>
          {urgency && (
            <strong className={classes.urgency} data-severity={look.severity}>
              {urgency}
            </strong>
          )}
          <time dateTime={at} data-repeats={!isFirstOfDay || undefined}>
            {isSnoozed && 'Until '}
            {formatDate(dayIn(timeZone, at))}
          </time>
        </div>
        {applicationUrl ? (
          <Link
            className={classes.name}
            to={applicationUrl}
            title={displayName}
            onClick={() => {
              if (!isRead) onMark(true);
              onFollow?.();
            }}
          >
            {displayName}
          </Link>
        ) : (
          <span className={classes.name} title={displayName}>
            {displayName}
          </span>
        )}
      </div>
      <div className={classes.tools}>
        {onSnooze && (
          <ActionIcon
            title={isSnoozed ? 'Unsnooze' : 'Snooze'}
            aria-label={`${isSnoozed ? 'Unsnooze' : 'Snooze'} ${look.label}: ${displayName}`}
            onClick={onSnooze}
          >
            <IconClock size={16} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon title="Delete" aria-label={`Delete ${look.label}: ${displayName}`} onClick={onRemove}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
        <button
          type="button"
          role="switch"
          aria-checked={isRead}
          aria-label={`Read: ${look.label}: ${displayName}`}
          title={turn}
          className={classes.switch}
          onClick={() => onMark(!isRead)}
        />
      </div>
    </li>
  );
}
