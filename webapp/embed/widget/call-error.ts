/** A call that failed: the status of the response, or 0 if there was none, and a stable code. */
export class CallError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    /** The sentence of the server. */
    detail?: string,
  ) {
    super(textOf(status, detail));
  }

  /** Whether another attempt can succeed without the page. */
  get canRetry(): boolean {
    return this.status !== 401 && this.status !== 403;
  }
}

/** Returns the failure of a call. Other errors are bugs and are logged. */
export function asCallError(reason: unknown): CallError {
  if (reason instanceof CallError) return reason;
  // oxlint-disable-next-line no-console -- for the developers of the page
  console.error(reason);
  return new CallError(500, 'unknown');
}

function textOf(status: number, detail: string | undefined): string {
  if (status === 0) return 'The server could not be reached.';
  if (status === 401) return 'Your session has ended. Reload the page to continue.';
  if (status === 403) return 'You don’t have permission to see this.';
  // The server explains what is wrong with the request.
  return (status < 500 ? detail : undefined) ?? 'The data could not be loaded.';
}
