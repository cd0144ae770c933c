import type {
  JobProgress,
  RecordChanged,
  StaleTotals,
  TransientNotification,
  UserNotifications,
} from 'firmbook-wasm';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** What the server says by itself while a page is open. All of them are hints: the calls tell the same. */
export interface LiveEvents {
  TransientNotification: TransientNotification;
  UserNotifications: UserNotifications;
  ReportTotals: StaleTotals;
  JobProgress: JobProgress;
  RecordChanged: RecordChanged;
}

/** Names are read without regard to case, as everywhere in the protocol. */
const eventOf = (name: string) => `firmbook:${name.toLowerCase()}`;

/** Hears every event of a name until the answer is called. */
export function onLive<Name extends keyof LiveEvents>(
  name: Name,
  listener: (said: LiveEvents[Name]) => void,
): () => void {
  const hear = (event: Event) => listener((event as CustomEvent<LiveEvents[Name]>).detail);
  window.addEventListener(eventOf(name), hear);
  return () => window.removeEventListener(eventOf(name), hear);
}

/** The same while a component is shown. */
export function useLive<Name extends keyof LiveEvents>(
  name: Name,
  handler: (said: LiveEvents[Name]) => void,
): void {
  const hear = useEffectEvent(handler);
  useEffect(() => onLive(name, (said) => hear(said)), [name]);
}

let isConnected = false;

/** The connection came to another state. */
export function connectionIs(state: string): void {
  isConnected = state === 'Connected';
  tellLive('state', state);
}

function onState(listener: () => void): () => void {
  window.addEventListener(eventOf('state'), listener);
  return () => window.removeEventListener(eventOf('state'), listener);
}

/** How often something is asked for that nobody tells of: what is told to others, or was lost on its way. */
const SILENCE_MS = 30_000;

/**
 * For `refetchInterval`: how often to ask for what the server is at work on. While it tells of it by itself, only when it
 * has been silent for long; while there is no connection, every `ms`.
 */
export const useLookAgain = (ms: number): number =>
  useSyncExternalStore(onState, () => isConnected) ? Math.max(ms, SILENCE_MS) : ms;

interface LiveConnection {
  start: () => void;
  stop: () => void;
}

let connection: LiveConnection | null = null;

/** The connection of this page, as long as it has one. */
export function connectsBy(next: LiveConnection | null): void {
  connection = next;
}

/** Gives the session another account, after which the page begins anew. It hangs up first: for the account before it would
 * be refused, and sent elsewhere on its way. */
export async function movingAccount<T>(move: () => Promise<T>): Promise<T> {
  const left = connection;
  left?.stop();
  try {
    return await move();
  } catch (reason) {
    left?.start();
    throw reason;
  }
}

/** Hands on what the connection brought; what nobody listens to reaches nobody. */
export const tellLive = (name: string, said: unknown) =>
  window.dispatchEvent(new CustomEvent(eventOf(name), { detail: said }));
