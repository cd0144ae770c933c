import { notifications } from '@mantine/notifications';
import { Button } from '@mantine/core';
import { message, type Action } from 'firmbook-wasm';
import { ApiError } from './http';

const closeButtonProps = { 'aria-label': 'Close' };

/** Says what failed, in the words of the error catalogue; where it leaves the text to the server, in the server's. */
export function showFailure(action: Action, reason: unknown): void {
  const { title, message: text } = describeFailure(action, reason);
  notifications.show({ title: title || undefined, message: text, color: 'danger', closeButtonProps });
}

export function describeFailure(action: Action, reason: unknown): { title: string; message: string } {
  return message(action, reason instanceof ApiError ? reason.message : null);
}

/** Says what was done, with the way back where there is one. */
export function showDone(title: string, undo?: () => void): void {
  const id = crypto.randomUUID();
  const goBack = () => {
    notifications.hide(id);
    undo?.();
  };
  notifications.show({
    id,
    title,
    message: undo ? (
      <Button variant="subtle" size="compact-xs" onClick={goBack}>
        Undo
      </Button>
    ) : null,
    closeButtonProps,
  });
}
