import { useEffect, useEffectEvent } from 'react';

/** Runs the action for a key pressed outside fields, grids, menus and dialogs. */
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

/** Returns whether the target handles keys itself. Radio buttons do not, as they use only arrow keys. */
const isBusy = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest(
    'input:not([type="radio"]), textarea, select, [role="grid"], [role="dialog"], [role="menu"]',
  ) !== null;
