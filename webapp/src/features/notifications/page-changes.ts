import type { NotificationPage, UserNotification } from 'firmbook-wasm';

type Pages = NotificationPage[];

/** Adds to the counts, which are repeated on every page. */
const withCounts = (pages: Pages, total: number, unread: number): Pages =>
  pages.map((page) => ({
    ...page,
    totalRecords: page.totalRecords + total,
    unreadRecords: page.unreadRecords + unread,
  }));

const find = (pages: Pages, id: number): UserNotification | undefined =>
  pages.flatMap(({ items }) => items).find((item) => item.userNotificationHistoryId === id);

const withItems = (pages: Pages, next: (items: UserNotification[]) => UserNotification[]): Pages =>
  pages.map((page) => ({ ...page, items: next(page.items) }));

/** Marks a notification as read or unread. */
export function withRead(pages: Pages, id: number, isRead: boolean): Pages {
  const old = find(pages, id);
  if (!old || old.isRead === isRead) return pages;
  const changed = withItems(pages, (items) =>
    items.map((item) => (item === old ? { ...item, isRead } : item)),
  );
  return withCounts(changed, 0, isRead ? -1 : 1);
}

/** Removes a notification. */
export function withoutNotification(pages: Pages, id: number): Pages {
  const old = find(pages, id);
  if (!old) return pages;
  const changed = withItems(pages, (items) => items.filter((item) => item !== old));
  return withCounts(changed, -1, old.isRead ? 0 : -1);
}

/** Replaces the counts. */
export const withNewCounts = (pages: Pages, totalRecords: number, unreadRecords: number): Pages =>
  pages.map((page) => ({ ...page, totalRecords, unreadRecords }));
