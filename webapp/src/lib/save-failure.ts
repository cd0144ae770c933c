import type { Action } from 'firmbook-wasm';
import { ApiError } from './http';
import { describeFailure, show } from './toast';

/** Shows why a form could not be saved. If there was no response, adds that the changes are kept. */
export function showSaveFailure(action: Action, reason: unknown): void {
  const { title, message } = describeFailure(action, reason);
  const isUnreachable = reason instanceof ApiError && reason.status === 0;
  show({
    title,
    message: isUnreachable ? `${message} Your changes are still here. Try again.` : message,
    isFailure: true,
  });
}
