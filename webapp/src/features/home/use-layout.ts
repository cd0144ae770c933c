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
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as Layout | null) ?? DEFAULT_LAYOUT;
  } catch {
    return DEFAULT_LAYOUT;
  }
}
