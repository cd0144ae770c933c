/** A failure as sent to error reporting. Contains no personal data. */
export interface Failure {
  /** `POST FirmAgent/{firmId}`, or the page that crashed. */
  name: string;
  kind: 'transport' | 'page';
  /** HTTP status. 0 if there was no response. */
  status?: number | undefined;
  code?: string | undefined;
  traceId?: string | undefined;
  stack?: string | undefined;
}

let send: ((failure: Failure) => void) | null = null;

export function setFailureReporter(reporter: (failure: Failure) => void): void {
  send = reporter;
}

export const reportFailure = (failure: Failure): void => send?.(failure);
