import { IconClock, IconDots, IconTrash } from '@/components/icons';
import { MenuButton } from '@/components/menu-button';
import { ActionIcon } from '@mantine/core';
import classes from './notifications.module.css';

interface NotificationToolsProps {
  /** Type and subject of the notification. */
  name: string;
  isRead: boolean;
  isSnoozed: boolean;
  /** Undefined if notifications cannot be snoozed. */
  onSnooze?: (() => void) | undefined;
  onMark: (isRead: boolean) => void;
  onRemove: () => void;
}

/** Buttons to snooze, delete and mark a notification. */
export function NotificationTools({
  name,
  isRead,
  isSnoozed,
  onSnooze,
  onMark,
  onRemove,
}: NotificationToolsProps) {
  const snoozeLabel = isSnoozed ? 'Unsnooze' : 'Snooze';
  return (
    <div className={classes.tools}>
      {onSnooze && (
        <ActionIcon title={snoozeLabel} aria-label={`${snoozeLabel} ${name}`} onClick={onSnooze}>
          <IconClock size={16} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon title="Delete" aria-label={`Delete ${name}`} onClick={onRemove}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
      <button
        type="button"
        role="switch"
        aria-checked={isRead}
        aria-label={`Read: ${name}`}
        title={markLabel(isRead)}
        className={classes.switch}
        onClick={() => onMark(!isRead)}
      />
    </div>
  );
}

/** The same actions in a menu, for narrow screens. */
export const NotificationMenu = ({
  name,
  isRead,
  isSnoozed,
  onSnooze,
  onMark,
  onRemove,
}: NotificationToolsProps) => (
  <MenuButton
    label={`Actions for ${name}`}
    position="bottom-end"
    button={(button) => (
      <ActionIcon {...button} aria-label={`Actions for ${name}`}>
        <IconDots size={16} aria-hidden />
      </ActionIcon>
    )}
  >
    {(Menu) => (
      <>
        <Menu.Item onClick={() => onMark(!isRead)}>{markLabel(isRead)}</Menu.Item>
        {onSnooze && <Menu.Item onClick={onSnooze}>{isSnoozed ? 'Unsnooze' : 'Snooze'}</Menu.Item>}
        <Menu.Item onClick={onRemove}>Delete</Menu.Item>
      </>
    )}
  </MenuButton>
);

const markLabel = (isRead: boolean) => (isRead ? 'Mark as unread' : 'Mark as read');
