import { useEffect } from 'react';
import { useSession } from './session';

/** A record that was opened in this tab. */
export interface Recent {
  path: string;
  title: string;
  detail: string;
}

interface Stored {
  /** The account that opened the records. They are not shown in another firm, or to another user. */
  account: string;
  records: Recent[];
}

// Not in localStorage, which would keep names of clients after the tab is closed.
const KEY = 'firmbook-recent';
const MOST = 8;

/** Returns the records that the account opened last, newest first. */
export function recentRecords(account: string): Recent[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Stored | null;
    return stored?.account === account ? stored.records : [];
  } catch {
    return [];
  }
}

/** Puts the open record first in the list of recent records. Discards those of another account. */
export function useRecent({ path, title, detail }: Recent): void {
  const { account } = useSession().user;
  useEffect(() => {
    const others = recentRecords(account).filter((one) => one.path !== path);
    const records = [{ path, title, detail }, ...others].slice(0, MOST);
    sessionStorage.setItem(KEY, JSON.stringify({ account, records } satisfies Stored));
  }, [account, path, title, detail]);
}
