import { useEffect } from 'react';
import { useSession, type Session } from './session';

/** A record that was opened in this tab. */
export interface RecentRecord {
  path: string;
  title: string;
  detail: string;
}

type Viewer = Pick<Session['user'], 'userKey' | 'firmId'>;

// In sessionStorage, because localStorage would keep client names after the tab closes.
const keyOf = ({ userKey, firmId }: Viewer) => `firmbook-recent-${userKey}-${firmId}`;
const MAX_RECENT = 8;

/** Returns the records that the user opened last in the firm, newest first. */
export function recentRecords(viewer: Viewer): RecentRecord[] {
  try {
    return (JSON.parse(sessionStorage.getItem(keyOf(viewer)) ?? 'null') as RecentRecord[] | null) ?? [];
  } catch {
    return [];
  }
}

/** Puts the open record first in the list of recent records. */
export function useTrackRecent({ path, title, detail }: RecentRecord): void {
  const { userKey, firmId } = useSession().user;
  useEffect(() => {
    const viewer = { userKey, firmId };
    const others = recentRecords(viewer).filter((item) => item.path !== path);
    sessionStorage.setItem(
      keyOf(viewer),
      JSON.stringify([{ path, title, detail }, ...others].slice(0, MAX_RECENT)),
    );
  }, [userKey, firmId, path, title, detail]);
}
