/** A call that failed: the status of the response, or 0 if there was none, and a stable code. */
export class CallError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(textOf(status));
  }

  /** Whether another attempt can succeed without the page. */
  get canRetry(): boolean {
    return this.status !== 401 && this.status !== 403;
  }
}

function textOf(status: number): string {
  if (status === 0) return 'The server could not be reached.';
  if (status === 401) return 'Your session has ended. Reload the page to continue.';
  if (status === 403) return 'You don’t have permission to see this.';
  return 'The data could not be loaded.';
}
