import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Button } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { placeToasts } from './toast-place';
import classes from './toasts.module.css';
import { ASIDE } from './use-popup';

export interface Toast {
  title: string;
  message: string;
  isFailure?: boolean;
  undo?: (() => void) | undefined;
  /** Opens the record that the toast is about. */
  open?: (() => void) | undefined;
}

/** Container for toasts. */
export function Toasts() {
  useEffect(() => {
    window.addEventListener('resize', placeToasts);
    return () => window.removeEventListener('resize', placeToasts);
  }, []);
  return (
    <Notifications
      {...ASIDE}
      className={classes.toasts}
      position="top-right"
      containerWidth={360}
      autoClose={6000}
      limit={4}
      zIndex={1000}
    />
  );
}

export function show({ title, message, isFailure, undo, open }: Toast): void {
  const id = crypto.randomUUID();
  // In the next frame, when a bar that the same action opens or closes has changed.
  requestAnimationFrame(placeToasts);
  const button = (label: string, run: (() => void) | undefined) =>
    run && (
      <Button
        variant="subtle"
        size="compact-xs"
        onClick={() => {
          notifications.hide(id);
          run();
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
    color: isFailure ? 'danger' : 'brand',
    closeButtonProps: { 'aria-label': 'Close' },
  });
}
