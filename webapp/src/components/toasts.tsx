import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Button } from '@mantine/core';
import { Notifications, notifications, useNotifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { updateToastOffset } from './toast-offset';
import classes from './toasts.module.css';
import { TOAST_MARK } from './use-popup';

export interface Toast {
  /** Id to pass to `hide`. */
  id?: string;
  title: string;
  message: string;
  isFailure?: boolean;
  undo?: (() => void) | undefined;
  /** Opens the record that the toast is about. */
  open?: (() => void) | undefined;
  /** Called after the toast closes, including on timeout and through its buttons. */
  onClose?: () => void;
}

/** Interval at which visible toasts are moved clear of dialogs that opened. */
const POSITION_INTERVAL_MS = 200;

/** Container for toasts. */
export function Toasts() {
  const isShown = useNotifications().notifications.length > 0;
  useEffect(() => {
    if (!isShown) return;
    const interval = setInterval(updateToastOffset, POSITION_INTERVAL_MS);
    return () => clearInterval(interval);
  }, [isShown]);
  return (
    <Notifications
      {...TOAST_MARK}
      className={classes.toasts}
      position="bottom-right"
      containerWidth={360}
      autoClose={6000}
      limit={4}
      zIndex={1000}
    />
  );
}

export const hide = (id: string) => notifications.hide(id);

export function show({ id = crypto.randomUUID(), title, message, isFailure, ...options }: Toast): void {
  const { undo, open, onClose } = options;
  // Wait for the next frame, because the same action may also open or close a bar of buttons.
  requestAnimationFrame(updateToastOffset);
  const button = (label: string, run: (() => void) | undefined) =>
    run && (
      <Button
        variant="subtle"
        size="compact-xs"
        onClick={() => {
          run();
          notifications.hide(id);
        }}
      >
        {label}
      </Button>
    );
  notifications.show({
    id,
    title: title || undefined,
    message:
      undo || open ? (
        <>
          {button('Open', open)}
          {button('Undo', undo)}
        </>
      ) : (
        message
      ),
    ...(onClose && { onClose }),
    color: isFailure ? 'danger' : 'brand',
    closeButtonProps: { 'aria-label': 'Close' },
  });
}
