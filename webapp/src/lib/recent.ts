import { useEffect } from 'react';
import { useSession, type Session } from './session';

/** A record that was opened in this tab. */
export interface Recent {
  path: string;
  title: string;
  detail: string;
}

type Viewer = Pick<Session['user'], 'userKey' | 'firmId'>;

// In sessionStorage, because localStorage would keep client names after the tab closes.
const keyOf = ({ userKey, firmId }: Viewer) => `firmbook-recent-${userKey}-${firmId}`;
const MOST = 8;

/** Returns the records that the user opened last in the firm, newest first. */
export function recentRecords(viewer: Viewer): Recent[] {
  try {
    return (JSON.parse(sessionStorage.getItem(keyOf(viewer)) ?? 'null') as Recent[] | null) ?? [];
  } catch {
    return [];
  }
}

/** Puts the open record first in the list of recent records. */
export function useRecent({ path, title, detail }: Recent): void {
  const { userKey, firmId } = useSession().user;
  useEffect(() => {
    const viewer = { userKey, firmId };
    const others = recentRecords(viewer).filter((one) => one.path !== path);
    sessionStorage.setItem(
      keyOf(viewer),
      JSON.stringify([{ path, title, detail }, ...others].slice(0, MOST)),
    );
  }, [userKey, firmId, path, title, detail]);
}
