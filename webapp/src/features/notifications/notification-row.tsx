import { dateInTimeZone } from '@/lib/timestamp';
import { useSession } from '@/lib/session';
import { Checkbox } from '@mantine/core';
import { formatDate, notificationLook, type UserNotification } from 'firmbook-wasm';
import { Link } from 'react-router';
import { ICONS } from './notification-icons';
import { NotificationMenu, NotificationTools } from './notification-tools';
import classes from './notifications.module.css';
import { titleOf } from './severities';

/**
 * Lays out a row in four lines, in two, or in one with the date only at the first notification of a day.
 * `narrow` has four lines too, with the actions in a menu and the type only as an icon.
 */
export type RowLayout = 'tall' | 'narrow' | 'short' | 'dense';

export const ROW_HEIGHTS: Readonly<Record<RowLayout, number>> = {
  tall: 94,
  narrow: 94,
  short: 60,
  dense: 40,
};

/** Returns when the notification was created or, if snoozed, when it reappears. */
export const formatTime = ({ createDate, snoozedUntil }: UserNotification) => snoozedUntil ?? createDate;

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
  const at = formatTime(notification);
  const { timeZone } = useSession().user;
  const appearance = notificationLook(notification.notificationType);
  const Icon = ICONS[appearance.icon];
  const urgency = appearance.severity === 'info' ? null : titleOf(appearance.severity);
  const Tools = layout === 'narrow' ? NotificationMenu : NotificationTools;
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
          aria-label={`Select ${appearance.label}: ${displayName}`}
        />
      )}
      <span className={classes.icon} data-severity={appearance.severity}>
        <Icon size={20} stroke={1.7} aria-hidden />
      </span>
      <div className={classes.what}>
        <div className={classes.kind}>
          <span className={classes.label}>{appearance.label}</span>
          {urgency && (
            <strong className={classes.urgency} data-severity={appearance.severity}>
              {urgency}
            </strong>
          )}
          <time dateTime={at} data-repeats={!isFirstOfDay || undefined}>
            {isSnoozed && 'Until '}
            {formatDate(dateInTimeZone(timeZone, at))}
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
      <Tools
        name={`${appearance.label}: ${displayName}`}
        isRead={isRead}
        isSnoozed={isSnoozed}
        onSnooze={onSnooze}
        onMark={onMark}
        onRemove={onRemove}
      />
    </li>
  );
}
