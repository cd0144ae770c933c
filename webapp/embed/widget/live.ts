import { CallError } from './call-error';
import type { Session } from './session';

/** Debounce time of reloads. */
const PAUSE_MS = 500;

interface LiveHandlers {
  /** The server calls a client method. */
  heard: (target: string, values: unknown[]) => void;
  /** Changes may have been missed while there was no connection. */
  reconnected: () => void;
  /** The session cannot be renewed. The widget does not connect again. */
  ended: () => void;
}

/** Connects to the hub, which tells the widget when its data changes. Returns a function that disconnects. */
export function connect(session: Session, { heard, reconnected, ended }: LiveHandlers): () => void {
  let stop: () => void = () => undefined;
  let isStopped = false;
  let wasConnected = false;
  const disconnect = () => {
    isStopped = true;
    stop();
  };
  const begin = async () => {
    const { HubClient } = await import('firmbook-embed-live');
    if (isStopped) return;
    const client = new HubClient(new URL('/api/notify', window.location.href).href, {
      headers: [],
      fetchToken: (renew) =>
        session.token(renew).catch((reason: unknown) => {
          // Without this, the client would ask the page for secrets until its last retry.
          if (reason instanceof CallError && !reason.canRetry && !isStopped) {
            disconnect();
            ended();
          }
          throw reason;
        }),
      heard,
      refused: () => undefined,
      changed: (state) => {
        if (state !== 'Connected') return;
        if (wasConnected) reconnected();
        wasConnected = true;
      },
    });
    stop = () => client.stop();
    client.start();
  };
  // Without a connection the widget shows what it loaded, and the user can still load other pages.
  begin().catch(() => undefined);
  return disconnect;
}

/** Returns a debounced function. */
export function debounced(run: () => void): () => void {
  let timer = 0;
  return () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(run, PAUSE_MS);
  };
}
