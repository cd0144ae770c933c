import type { Toast } from '@/components/toasts';
import { message, type Action, type Message } from 'firmbook-wasm';
import { failureText, problemText } from './failure-text';
import { ApiError } from './http';
import { loadWhenOnline } from './load-when-online';

/** Loads the toasts' code. Called when the browser is idle, as no toast appears before the first page. */
export const loadToasts = () => import('@/components/toasts');

let wasShown = false;
const listeners = new Set<() => void>();

/** Returns whether a toast was shown since the page was loaded. */
export const wasAnyToastShown = () => wasShown;

/** Calls `listener` whenever a toast is shown. Returns a function that unsubscribes. */
export function onToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a toast. */
export function show(toast: Toast): void {
  wasShown = true;
  for (const listener of listeners) listener();
  void loadWhenOnline(loadToasts).then((toasts) => toasts.show(toast));
}

/**
 * Shows an error toast with the text from the error catalog for `action`, or the server's message
 * if the catalog refers to it. Refused values are named instead. Without an action, the toast gets a generic title.
 */
export function showFailure(action: Action | undefined, reason: unknown): void {
  show({ ...describeFailure(action, reason), isFailure: true });
}

export function describeFailure(
  action: Action | undefined,
  reason: unknown,
): { title: string; message: string } {
  if (!action) return { title: 'Something went wrong', message: failureText(reason) };
  const { title, message: text } = message(action, reason instanceof ApiError ? reason.message : null);
  return { title, message: problemText(reason) ?? text };
}

/** Shows a message from the error catalog as a toast. */
export function showMessage({ title, message: text, kind }: Message): void {
  show({ title, message: text, isFailure: kind === 'error' });
}

/** Confirms an action, with an Undo button if `undo` and an Open button if `open` is given. */
export function showSuccess(title: string, undo?: () => void, open?: () => void): void {
  show({ title, message: '', undo, open });
}
