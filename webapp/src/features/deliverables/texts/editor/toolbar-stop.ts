import { createContext, use, useRef, useState, type KeyboardEvent } from 'react';

interface ToolbarStop {
  /** Label of the button that is in the tab order. */
  current: string;
  setCurrent: (label: string) => void;
}

const StopContext = createContext<ToolbarStop>({ current: '', setCurrent: () => undefined });
export const StopProvider = StopContext.Provider;

/** Returns the props that make a button part of its toolbar's single tab stop. */
export function useStop(label: string) {
  const { current, setCurrent } = use(StopContext);
  return { tabIndex: current === label ? 0 : -1, onFocus: () => setCurrent(label) };
}

/** Makes a toolbar one tab stop. The arrow keys, Home and End move between its buttons. */
export function useToolbarStop(first: string) {
  const bar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(first);
  const onKeyDown = (event: KeyboardEvent) => {
    // Open menus handle their keys themselves.
    if (!(event.target instanceof Element && event.target.closest('[data-stop]'))) return;
    const buttons = [...(bar.current?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])];
    const at = buttons.findIndex((button) => button.tabIndex === 0);
    const to = targetOf(event.key, at, buttons.length);
    if (to === null) return;
    event.preventDefault();
    buttons[to]?.focus();
  };
  return { bar, stop: { current, setCurrent }, onKeyDown };
}

function targetOf(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count;
    case 'ArrowLeft':
      return (at - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
