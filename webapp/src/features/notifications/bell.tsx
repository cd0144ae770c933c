import { IconBell } from '@/components/icons';
import { Popup } from '@/components/popup';
import { useConfig } from '@/lib/config';
import { useModule } from '@/lib/use-module';
import { ActionIcon } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { notificationsQuery } from './api/notifications';
import classes from './bell.module.css';

const loadPanel = () => import('./notifications-popup');
const MAX_SHOWN = 99;

/** The bell with the unread count, and its popup. */
export function Bell() {
  const { notificationDays } = useConfig();
  const { data } = useInfiniteQuery(notificationsQuery(notificationDays));
  const [opened, setOpened] = useState(false);
  const Panel = useModule(loadPanel, opened)?.NotificationsPopup;
  const unread = data?.pages[0]?.unreadRecords ?? 0;
  const badge = unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread;
  const close = () => setOpened(false);
  return (
    <Popup
      label="Notifications"
      opened={opened}
      onClose={close}
      position="bottom-end"
      button={
        <ActionIcon
          className={classes.bell ?? ''}
          size="lg"
          title="Notifications"
          aria-label={unread ? `Notifications, ${badge} unread` : 'Notifications'}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <IconBell size={20} stroke={1.7} aria-hidden />
          {unread > 0 && (
            <span className={classes.count} aria-hidden>
              {badge}
            </span>
          )}
        </ActionIcon>
      }
    >
      {Panel ? <Panel days={notificationDays} onClose={close} /> : null}
    </Popup>
  );
}
