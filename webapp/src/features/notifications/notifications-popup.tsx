import { paths } from '@/lib/paths';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { NotificationList } from './notification-list';
import { useNotifications, type Notifications } from './use-notifications';
import classes from './notifications.module.css';

interface NotificationsPopupProps {
  days: number;
  onClose: () => void;
}

/** Contents of the bell's popup. */
export function NotificationsPopup({ days, onClose }: NotificationsPopupProps) {
  const notifications = useNotifications(days);
  return (
    <div className={classes.popup}>
      <div className={classes.head}>
        <h2>Notifications</h2>
        <Button
          component={Link}
          to={paths.notifications}
          variant="subtle"
          size="compact-sm"
          data-autofocus
          onClick={onClose}
        >
          View All Notifications
        </Button>
      </div>
      <div className={classes.below}>
        <span>Last {days} days</span>
        <MarkAll notifications={notifications} />
      </div>
      <NotificationList notifications={notifications} onFollow={onClose} />
    </div>
  );
}

/** Button that marks all notifications as read. Hidden if there are none unread. */
export function MarkAll({ notifications }: { notifications: Notifications }) {
  if (notifications.unread === 0) return null;
  return (
    <Button variant="subtle" size="compact-sm" onClick={() => void notifications.markAll()}>
      Mark all as read
    </Button>
  );
}
