import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Button } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { ASIDE } from './use-popup';

export interface Toast {
  title: string;
  message: string;
  isFailure?: boolean;
  undo?: (() => void) | undefined;
}

/** Container for toasts. */
export function Toasts() {
  return <Notifications {...ASIDE} position="top-right" autoClose={6000} limit={4} zIndex={1000} />;
}

export function show({ title, message, isFailure, undo }: Toast): void {
  const id = crypto.randomUUID();
  const goBack = () => {
    notifications.hide(id);
    undo?.();
  };
  notifications.show({
    id,
    title: title || undefined,
    message: undo ? (
      <Button variant="subtle" size="compact-xs" onClick={goBack}>
        Undo
      </Button>
    ) : (
      message
    ),
    color: isFailure ? 'danger' : 'brand',
    closeButtonProps: { 'aria-label': 'Close' },
  });
}
