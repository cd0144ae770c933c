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

export function reportTo(receiver: (failure: Failure) => void): void {
  send = receiver;
}

export const report = (failure: Failure): void => send?.(failure);
