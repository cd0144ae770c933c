import { ApiError } from './http';

const RETRY = 'Try again. If it keeps failing, contact support.';

/** Returns the server's message about a failure, or advice if the message is not useful. */
export function failureText(reason: unknown): string {
  if (!(reason instanceof ApiError)) {
    return reason instanceof Error ? reason.message : `Unknown error. ${RETRY}`;
  }
  const problems = problemText(reason);
  if (problems) return problems;
  if (reason.status === 0) return navigator.onLine ? `${reason.message} Try again.` : OFFLINE;
  return reason.hasNoReason ? `${reason.message}. ${RETRY}` : reason.message;
}

/** Returns what is wrong with the values that the server refused. Null for other failures. */
export function problemText(reason: unknown): string | null {
  const problems = reason instanceof ApiError ? (reason.problem?.errors ?? []) : [];
  const messages = new Set(problems.filter(({ warning }) => !warning).map(({ message }) => message));
  return messages.size > 0 ? [...messages].slice(0, MAX_PROBLEMS).join(' ') : null;
}

/** More sentences do not fit a toast. */
const MAX_PROBLEMS = 3;

const OFFLINE = 'You are offline. Try again when the connection is back.';
