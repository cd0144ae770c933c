import { loadToasts, show, showFailure } from '@/lib/toast';
import type { Transport } from '@/lib/http';
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { removeNotification } from './api/change-notifications';
import { NOTIFICATIONS } from './api/notifications';

/**
 * The server cannot restore a deleted notification. A deletion is therefore sent only when its toast
 * with Undo closes, when the page is left, or when another deletion starts.
 */
interface Removal {
  toast: string;
  send: (transport?: Transport) => Promise<void>;
}

let waiting: Removal | null = null;

/** Ids of notifications that are being deleted. Responses may still contain them. */
let hidden: ReadonlySet<number> = new Set();
const listeners = new Set<() => void>();

function setHidden(next: ReadonlySet<number>) {
  hidden = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useHiddenNotifications = () => useSyncExternalStore(subscribe, () => hidden);

/** Sends the request even though the page is being left. */
const keepalive: Transport = (address, request) => fetch(address, { ...request, keepalive: true });

/** Hides notifications, and deletes them unless the user chooses Undo. */
export function removeWithUndo(queries: QueryClient, ids: readonly number[]): void {
  void closeWaiting();
  setHidden(new Set([...hidden, ...ids]));

  const settle = async () => {
    await queries.invalidateQueries({ queryKey: NOTIFICATIONS });
    setHidden(new Set([...hidden].filter((id) => !ids.includes(id))));
  };
  /** Returns whether the removal was still waiting. */
  const end = () => {
    if (waiting !== removal) return false;
    waiting = null;
    window.removeEventListener('pagehide', leave);
    return true;
  };
  const removal: Removal = {
    toast: crypto.randomUUID(),
    send: async (transport) => {
      if (!end()) return;
      const results = await Promise.allSettled(ids.map((id) => removeNotification(id, transport)));
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) showFailure(undefined, failed.reason);
      await settle();
    },
  };
  const leave = () => void removal.send(keepalive);
  const undo = () => {
    if (end()) void settle();
  };

  waiting = removal;
  window.addEventListener('pagehide', leave);
  show({
    id: removal.toast,
    title: ids.length === 1 ? 'Notification deleted' : `${ids.length} notifications deleted`,
    message: '',
    undo,
    onClose: () => void removal.send(),
  });
}

/** Sends the waiting removal, which can then no longer be undone, and closes its toast. */
async function closeWaiting() {
  if (!waiting) return;
  const { toast, send } = waiting;
  void send();
  (await loadToasts()).hide(toast);
}
