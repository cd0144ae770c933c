import type { Toast } from '@/components/toasts';
import { message, type Action, type Message } from 'firmbook-wasm';
import { failureText } from './failure-text';
import { ApiError } from './http';

// Toasts are loaded lazily, because none appear before the first page.
const show = (toast: Toast) => void import('@/components/toasts').then((toasts) => toasts.show(toast));

/**
 * Shows an error toast with the text from the error catalog for `action`, or the server's message
 * if the catalog refers to it. Without an action, the toast gets a generic title.
 */
export function showFailure(action: Action | undefined, reason: unknown): void {
  show({ ...describeFailure(action, reason), isFailure: true });
}

export function describeFailure(
  action: Action | undefined,
  reason: unknown,
): { title: string; message: string } {
  if (!action) return { title: 'Something went wrong', message: failureText(reason) };
  return message(action, reason instanceof ApiError ? reason.message : null);
}

/** Shows a message from the error catalog as a toast. */
export function showMessage({ title, message: text, kind }: Message): void {
  show({ title, message: text, isFailure: kind === 'error' });
}

/** Confirms an action, with an Undo button if `undo` and an Open button if `open` is given. */
export function showDone(title: string, undo?: () => void, open?: () => void): void {
  show({ title, message: '', undo, open });
}
