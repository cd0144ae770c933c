import { useSession } from '@/lib/session';
import { useState } from 'react';
import { DEFAULT_LAYOUT, type Layout } from './layout';

/** Manages the arrangement of the home page. It is stored in this browser, by user. */
export function useLayout(): [Layout, (next: Layout) => void] {
  const { userKey } = useSession().user;
  const key = `firmbook-home-${userKey}`;
  const [layout, setLayout] = useState(() => recall(key));
  const change = (next: Layout) => {
    setLayout(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Storage is unavailable. The arrangement lasts until the page is left.
    }
  };
  return [layout, change];
}

function recall(key: string): Layout {
  try {
    const { order, hidden } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Layout>;
    return { order: strings(order), hidden: strings(hidden) };
  } catch {
    return DEFAULT_LAYOUT;
  }
}

/** A damaged entry must not keep the page from opening. */
const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
