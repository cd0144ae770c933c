import type { Toast } from '@/components/toasts';
import { message, type Action, type Message } from 'firmbook-wasm';
import { ApiError } from './http';

// Toasts come after the first page: nothing can fail before it is there.
const show = (toast: Toast) => void import('@/components/toasts').then((toasts) => toasts.show(toast));

/**
 * Says what failed, in the words of the error catalogue; where it leaves the text to the server, in the server's.
 * Without an action the catalogue has no words for it.
 */
export function showFailure(action: Action | undefined, reason: unknown): void {
  show({ ...describeFailure(action, reason), isFailure: true });
}

export function describeFailure(
  action: Action | undefined,
  reason: unknown,
): { title: string; message: string } {
  const said = reason instanceof ApiError ? reason.message : null;
  return action ? message(action, said) : { title: 'Failure', message: said ?? 'Unknown error' };
}

/** Says what a rule of the catalogue put into words. */
export function showMessage({ title, message: text, kind }: Message): void {
  show({ title, message: text, isFailure: kind === 'error' });
}

/** Says what was done, with the way back where there is one. */
export function showDone(title: string, undo?: () => void): void {
  show({ title, message: '', undo });
}
