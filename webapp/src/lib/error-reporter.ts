import { BrowserClient, defaultStackParser, makeFetchTransport } from '@sentry/react';
import type { Failure } from './report-failure';

/**
 * Reports failures to a Sentry-compatible service. Sends only the fields set here: all integrations
 * are off.
 */
export function createReporter(dsn: string, environment: string): (failure: Failure) => void {
  const client = new BrowserClient({
    dsn,
    environment,
    transport: makeFetchTransport,
    stackParser: defaultStackParser,
    integrations: [],
    sendClientReports: false,
  });
  client.init();
  return ({ name, kind, status, code, traceId, stack }) => {
    client.captureEvent({
      level: 'error',
      exception: {
        values: [
          {
            type: kind === 'page' ? 'PageError' : 'TransportError',
            value: name,
            ...(stack ? { stacktrace: { frames: defaultStackParser(stack) } } : {}),
          },
        ],
      },
      fingerprint: [kind, name, String(status ?? ''), code ?? ''],
      tags: { status, code, trace_id: traceId },
    });
  };
}
