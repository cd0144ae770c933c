import type { Session } from './session';

/** Pause before a widget reloads, so that several changes cause one reload. */
const PAUSE_MS = 500;

interface Hearing {
  /** The server calls a client method. */
  heard: (target: string, values: unknown[]) => void;
  /** Changes may have been missed while there was no connection. */
  reconnected: () => void;
}

/** Connects to the hub, which tells the widget when its data changes. Returns a function that disconnects. */
export function connect(session: Session, { heard, reconnected }: Hearing): () => void {
  let stop: () => void = () => undefined;
  let isStopped = false;
  let wasConnected = false;
  const begin = async () => {
    const { HubClient } = await import('firmbook-embed-live');
    if (isStopped) return;
    const client = new HubClient(new URL('/api/notify', window.location.href).href, {
      headers: [],
      fetchToken: (renew) => session.token(renew),
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
  return () => {
    isStopped = true;
    stop();
  };
}

/** Returns a function that calls another one after a pause, once for several calls. */
export function afterPause(run: () => void): () => void {
  let timer = 0;
  return () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(run, PAUSE_MS);
  };
}
