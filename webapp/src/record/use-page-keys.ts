import { useEffect, useEffectEvent } from 'react';

/** Calls the action of a key that is pressed outside fields, grids, menus and dialogs. */
export function usePageKeys(actions: Readonly<Record<string, () => void>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
    if (defaultPrevented || ctrlKey || metaKey || altKey || isBusy(target)) return;
    const action = Object.hasOwn(actions, key) && actions[key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

/** Whether the keys belong to a field, a grid or a dialog. Radio buttons use arrow keys only. */
const isBusy = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest(
    'input:not([type="radio"]), textarea, select, [role="grid"], [role="dialog"], [role="menu"]',
  ) !== null;
