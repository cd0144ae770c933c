import type {
  JobProgress,
  RecordChanged,
  StaleTotals,
  TransientNotification,
  UserNotifications,
} from 'firmbook-wasm';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** Events the hub pushes while a page is open. All are hints: the API returns the same data. */
interface LiveEvents {
  TransientNotification: TransientNotification;
  UserNotifications: UserNotifications;
  ReportTotals: StaleTotals;
  JobProgress: JobProgress;
  RecordChanged: RecordChanged;
}

/** Returns the DOM event for a hub event. Names are case-insensitive, as in the SignalR protocol. */
const eventOf = (name: string) => `firmbook:${name.toLowerCase()}`;

/** Subscribes to an event. Returns a function that unsubscribes. */
export function onLive<Name extends keyof LiveEvents>(
  name: Name,
  listener: (said: LiveEvents[Name]) => void,
): () => void {
  const hear = (event: Event) => listener((event as CustomEvent<LiveEvents[Name]>).detail);
  window.addEventListener(eventOf(name), hear);
  return () => window.removeEventListener(eventOf(name), hear);
}

/** Subscribes to an event while the component is mounted. */
export function useLive<Name extends keyof LiveEvents>(
  name: Name,
  handler: (said: LiveEvents[Name]) => void,
): void {
  const hear = useEffectEvent(handler);
  useEffect(() => onLive(name, (said) => hear(said)), [name]);
}

let isConnected = false;
let wasConnected = false;

/** Stores the state of the hub connection. */
export function connectionIs(state: string): void {
  isConnected = state === 'Connected';
  tellLive('state', state);
  if (!isConnected) return;
  if (wasConnected) tellLive('reconnected', null);
  wasConnected = true;
}

/**
 * Calls the handler when the page has a new hub connection after it lost one. Pushes were missed, so
 * the component reloads its data. A connection that resumes misses nothing.
 */
export function useReconnect(handler: () => void): void {
  const hear = useEffectEvent(handler);
  useEffect(() => {
    const listener = () => hear();
    window.addEventListener(eventOf('reconnected'), listener);
    return () => window.removeEventListener(eventOf('reconnected'), listener);
  }, []);
}

function onState(listener: () => void): () => void {
  window.addEventListener(eventOf('state'), listener);
  return () => window.removeEventListener(eventOf('state'), listener);
}

/** Minimum polling interval while connected, to catch events that were lost. */
const SILENCE_MS = 30_000;

/**
 * Returns a `refetchInterval` for data the server is still working on: every `ms` while
 * disconnected, less often while the hub pushes changes.
 */
export const useLookAgain = (ms: number): number =>
  useSyncExternalStore(onState, () => isConnected) ? Math.max(ms, SILENCE_MS) : ms;

interface LiveConnection {
  start: () => void;
  stop: () => void;
}

let connection: LiveConnection | null = null;

/** Sets the hub connection of this page. Null if there is none. */
export function connectsBy(next: LiveConnection | null): void {
  connection = next;
}

/**
 * Runs `move`, which switches the session to another account. Disconnects from the hub first,
 * because the hub would reject the old account and redirect the page. Reconnects if `move` fails.
 */
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

/** Dispatches a hub event to its subscribers. */
export const tellLive = (name: string, said: unknown) =>
  window.dispatchEvent(new CustomEvent(eventOf(name), { detail: said }));
