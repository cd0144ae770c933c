import { useEffect } from 'react';

/** A record that was opened in this tab. */
export interface Recent {
  path: string;
  title: string;
  detail: string;
}

// Not in localStorage, which would keep names of clients after the tab is closed.
const KEY = 'firmbook-recent';
const MOST = 8;

/** Returns the records opened last, newest first. */
export function recentRecords(): Recent[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Recent[];
  } catch {
    return [];
  }
}

/** Puts the open record first in the list of recent records. */
export function useRecent({ path, title, detail }: Recent): void {
  useEffect(() => {
    const others = recentRecords().filter((one) => one.path !== path);
    sessionStorage.setItem(KEY, JSON.stringify([{ path, title, detail }, ...others].slice(0, MOST)));
  }, [path, title, detail]);
}
