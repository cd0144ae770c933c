import { HubClient } from 'firmbook-later';
import type { Problem } from 'firmbook-wasm';
import { exitsOnSessionError, fetchToken, renewToken } from './http';
import { dispatchHubEvent, setConnectionState, setHubConnection } from './hub-events';

/** Connects to the hub for an account. Returns a function that disconnects. */
export function connectHub(account: string): () => void {
  const client = new HubClient(`${window.location.origin}/api/notify`, {
    headers: [['x-firmbook-account', account]],
    fetchToken: (renew) => (renew ? renewToken() : fetchToken()),
    heard: (target, [payload]) => dispatchHubEvent(target, payload),
    refused: (_status, body) => void exitsOnSessionError(problemIn(body)),
    changed: setConnectionState,
  });
  client.start();
  setHubConnection(client);
  return () => {
    setHubConnection(null);
    client.stop();
    setConnectionState('Disconnected');
  };
}

function problemIn(body: string): Problem | null {
  try {
    return JSON.parse(body) as Problem;
  } catch {
    return null;
  }
}
