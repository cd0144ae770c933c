import { useSession } from '@/lib/session';
import { useState } from 'react';
import { DEFAULT_LAYOUT, type Layout } from './layout';

/** Manages the layout of the home page, which is stored in this browser per user. */
export function useLayout(): [Layout, (next: Layout) => void] {
  const { userKey } = useSession().user;
  const key = `firmbook-home-${userKey}`;
  const [layout, setLayout] = useState(() => readLayout(key));
  const change = (next: Layout) => {
    setLayout(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Storage is unavailable. The layout is lost when the user leaves the page.
    }
  };
  return [layout, change];
}

function readLayout(key: string): Layout {
  try {
    const { order, hidden } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Layout>;
    return { order: strings(order), hidden: strings(hidden) };
  } catch {
    return DEFAULT_LAYOUT;
  }
}

/** Returns the strings in a value. A damaged entry must not crash the page. */
const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
