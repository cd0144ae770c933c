/** A failure as it is reported: what was called and what came of it, nothing about anybody. */
export interface Failure {
  /** `POST FirmAgent/{id}`, or the page that broke. */
  name: string;
  kind: 'transport' | 'page';
  /** 0 when there was no answer. */
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

/** The name of a call: its method and the words of its path. Whatever could be somebody's id is left out. */
export const callName = (method: string, path: string): string =>
  `${method} ${path.split('/').map(word).join('/')}`;

const word = (segment: string) => (/^[A-Za-z]{1,40}$/.test(segment) ? segment : '{id}');
