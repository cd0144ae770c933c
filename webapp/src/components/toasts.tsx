import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Button } from '@mantine/core';
import { Notifications, notifications, useNotifications } from '@mantine/notifications';
import { useEffect } from 'react';
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

const POSITION = 'bottom-left';
/** Space above and below the toasts, in pixels. */
const MARGINS = 16;

/** Container for toasts. Pages, panels and dialogs end above it, so that it covers nothing. */
export function Toasts() {
  const isShown = useNotifications().notifications.length > 0;
  useEffect(() => {
    const toasts = document.querySelector(`[data-aside][data-position="${POSITION}"]`);
    if (!isShown || !toasts) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      style.setProperty('--fb-toasts', `${toasts.getBoundingClientRect().height + MARGINS}px`);
    });
    observer.observe(toasts);
    return () => {
      observer.disconnect();
      style.removeProperty('--fb-toasts');
    };
  }, [isShown]);
  return (
    <Notifications
      {...TOAST_MARK}
      className={classes.toasts}
      withinPortal={false}
      position={POSITION}
      containerWidth={360}
      autoClose={6000}
      limit={3}
      zIndex={1000}
    />
  );
}

export const hide = (id: string) => notifications.hide(id);

export function show({ id = crypto.randomUUID(), title, message, isFailure, ...options }: Toast): void {
  const { undo, open, onClose } = options;
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
