import { ApiError } from './http';

const RETRY = 'Try again. If it keeps failing, contact support.';

/** Describes a failure to the user: what the server said, and what to do if it said nothing useful. */
export function failureText(reason: unknown): string {
  if (!(reason instanceof ApiError)) {
    return reason instanceof Error ? reason.message : `Unknown error. ${RETRY}`;
  }
  if (reason.status === 0) return navigator.onLine ? `${reason.message} Try again.` : OFFLINE;
  return reason.hasNoReason ? `${reason.message}. ${RETRY}` : reason.message;
}

const OFFLINE = 'You are offline. Try again when the connection is back.';
