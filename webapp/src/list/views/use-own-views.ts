import { call } from '@/lib/http';
import { failureText } from '@/lib/failure-text';
import { show } from '@/lib/toast';
import { sameName, type ListName, type SavedView } from 'firmbook-wasm';
import { useState } from 'react';
import type { ViewsChange } from '../state/table-state';

/**
 * Saves and removes the user's views one by one, so that views saved in another browser are kept. `list` is
 * null for tables that the browser stores.
 */
export function useOwnViews(list: ListName | null, onChanged: (change: ViewsChange) => void) {
  const [isSaving, setIsSaving] = useState(false);
  /** Returns whether the change was saved. */
  const change = async (send: (list: ListName) => Promise<SavedView[]>, applyLocally: ViewsChange) => {
    setIsSaving(true);
    try {
      const stored = list && (await send(list));
      onChanged(stored ? () => stored : applyLocally);
      return true;
    } catch (reason) {
      show({ title: 'Views could not be saved', message: failureText(reason), isFailure: true });
      return false;
    } finally {
      setIsSaving(false);
    }
  };
  return {
    isSaving,
    /** Adds a view, or replaces the one with the same name. */
    put: (view: SavedView) =>
      change(
        (name) => call('PUT', 'TableState/{list}/View', { path: { list: name }, body: view }),
        (before) =>
          before.some((other) => sameName(other.name, view.name))
            ? before.map((other) => (sameName(other.name, view.name) ? view : other))
            : [...before, view],
      ),
    remove: ({ name: removed }: SavedView) =>
      change(
        (name) =>
          call('DELETE', 'TableState/{list}/View', { path: { list: name }, query: { name: removed } }),
        (before) => before.filter((other) => !sameName(other.name, removed)),
      ),
  };
}
