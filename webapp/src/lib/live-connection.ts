import { HubClient } from 'firmbook-later';
import type { Problem } from 'firmbook-wasm';
import { fetchToken, leavesAfter, renewToken } from './http';
import { connectionIs, connectsBy, tellLive } from './live';

/** Connects to the hub for an account. Returns a function that disconnects. */
export function connectLive(account: string): () => void {
  const client = new HubClient(`${window.location.origin}/api/notify`, {
    headers: [['x-firmbook-account', account]],
    fetchToken: (renew) => (renew ? renewToken() : fetchToken()),
    heard: (target, [said]) => tellLive(target, said),
    refused: (_status, body) => void leavesAfter(problemIn(body)),
    changed: connectionIs,
  });
  client.start();
  connectsBy(client);
  return () => {
    connectsBy(null);
    client.stop();
    connectionIs('Disconnected');
  };
}

function problemIn(body: string): Problem | null {
  try {
    return JSON.parse(body) as Problem;
  } catch {
    return null;
  }
}
