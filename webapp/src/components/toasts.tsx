import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Button } from '@mantine/core';
import { Notifications, notifications, useNotifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { placeToasts } from './toast-place';
import classes from './toasts.module.css';
import { ASIDE } from './use-popup';

export interface Toast {
  /** For `hide`. */
  id?: string;
  title: string;
  message: string;
  isFailure?: boolean;
  undo?: (() => void) | undefined;
  /** Opens the record that the toast is about. */
  open?: (() => void) | undefined;
  /** Called after the toast was closed, also by its time limit and by its buttons. */
  onClose?: () => void;
}

/** Interval in which visible toasts make room for a dialog that was opened or closed. */
const PLACING_MS = 200;

/** Container for toasts. */
export function Toasts() {
  const isShown = useNotifications().notifications.length > 0;
  useEffect(() => {
    if (!isShown) return;
    const placing = setInterval(placeToasts, PLACING_MS);
    return () => clearInterval(placing);
  }, [isShown]);
  return (
    <Notifications
      {...ASIDE}
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
  // In the next frame, when a bar that the same action opens or closes has changed.
  requestAnimationFrame(placeToasts);
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
