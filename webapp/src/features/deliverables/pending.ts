import type { PendingVersion } from 'firmbook-wasm';

const POLL_MS = 2_000;

interface WithPending {
  pending: readonly PendingVersion[];
}

/** Returns whether a version is being generated. Failed ones are also pending. */
export const isGenerating = ({ pending }: WithPending) => pending.some(({ error }) => error === null);

/** Returns the polling interval for pending versions. */
export const pollInterval = (loaded: WithPending | undefined) =>
  loaded && isGenerating(loaded) ? POLL_MS : false;
