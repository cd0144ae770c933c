import type {
  JobProgress,
  RecordChanged,
  StaleTotals,
  TransientNotification,
  UserNotifications,
} from 'firmbook-wasm';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** Events the hub pushes while a page is open. All are hints: the API returns the same data. */
interface HubEvents {
  TransientNotification: TransientNotification;
  UserNotifications: UserNotifications;
  ReportTotals: StaleTotals;
  JobProgress: JobProgress;
  RecordChanged: RecordChanged;
}

/** Returns the DOM event for a hub event. Names are case-insensitive, as in the SignalR protocol. */
const eventName = (name: string) => `firmbook:${name.toLowerCase()}`;

/** Subscribes to an event. Returns a function that unsubscribes. */
export function onHubEvent<Name extends keyof HubEvents>(
  name: Name,
  listener: (payload: HubEvents[Name]) => void,
): () => void {
  const onEvent = (event: Event) => listener((event as CustomEvent<HubEvents[Name]>).detail);
  window.addEventListener(eventName(name), onEvent);
  return () => window.removeEventListener(eventName(name), onEvent);
}

/** Subscribes to an event while the component is mounted. */
export function useHubEvent<Name extends keyof HubEvents>(
  name: Name,
  handler: (payload: HubEvents[Name]) => void,
): void {
  const onEvent = useEffectEvent(handler);
  useEffect(() => onHubEvent(name, (payload) => onEvent(payload)), [name]);
}

let isConnected = false;
let wasConnected = false;

/** Stores the state of the hub connection. */
export function setConnectionState(state: string): void {
  isConnected = state === 'Connected';
  dispatchHubEvent('state', state);
  if (!isConnected) return;
  if (wasConnected) dispatchHubEvent('reconnected', null);
  wasConnected = true;
}

/**
 * Calls the handler when the page has a new hub connection after it lost one. Pushes were missed, so
 * the component reloads its data. A connection that resumes misses nothing.
 */
export function useReconnect(handler: () => void): void {
  const onEvent = useEffectEvent(handler);
  useEffect(() => {
    const listener = () => onEvent();
    window.addEventListener(eventName('reconnected'), listener);
    return () => window.removeEventListener(eventName('reconnected'), listener);
  }, []);
}

function onState(listener: () => void): () => void {
  window.addEventListener(eventName('state'), listener);
  return () => window.removeEventListener(eventName('state'), listener);
}

/** Minimum polling interval while connected, to catch events that were lost. */
const CONNECTED_POLL_MS = 30_000;

/**
 * Returns a `refetchInterval` for data the server is still working on: every `ms` while
 * disconnected, less often while the hub pushes changes.
 */
export const usePollInterval = (ms: number): number =>
  useSyncExternalStore(onState, () => isConnected) ? Math.max(ms, CONNECTED_POLL_MS) : ms;

interface HubConnection {
  start: () => void;
  stop: () => void;
}

let connection: HubConnection | null = null;

/** Sets the hub connection of this page. Null if there is none. */
export function setHubConnection(next: HubConnection | null): void {
  connection = next;
}

/**
 * Runs `action`, which switches the session to another account. Disconnects from the hub first,
 * because the hub would reject the old account and redirect the page. Reconnects if `action` fails.
 */
export async function withHubDisconnected<T>(action: () => Promise<T>): Promise<T> {
  const previous = connection;
  previous?.stop();
  try {
    return await action();
  } catch (reason) {
    previous?.start();
    throw reason;
  }
}

/** Dispatches a hub event to its subscribers. */
export const dispatchHubEvent = (name: string, payload: unknown) =>
  window.dispatchEvent(new CustomEvent(eventName(name), { detail: payload }));
