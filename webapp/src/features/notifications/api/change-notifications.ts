import { call, type Transport } from '@/lib/http';
import { queryParams, type DigestFilter } from './notifications';

export const markNotification = (id: number, isRead: boolean) =>
  call('PUT', 'UserNotification/{notificationId}/isRead/{flag}', {
    path: { notificationId: id, flag: isRead },
  });

/** Marks all notifications that match the filter as read. Returns the ids of those that were unread. */
export const markAllNotifications = (days: number, filter?: DigestFilter) =>
  call('PUT', 'UserNotification/isRead', { query: queryParams(days, filter) });

export const markUnread = (ids: number[]) => call('PUT', 'UserNotification/isUnread', { body: { ids } });

/** Hides a notification until a day. */
export const snoozeNotification = (id: number, until: string) =>
  call('PUT', 'UserNotification/{notificationId}/snooze', { path: { notificationId: id }, body: { until } });

/** Shows a snoozed notification again, in its original position. */
export const unsnoozeNotification = (id: number) =>
  call('DELETE', 'UserNotification/{notificationId}/snooze', { path: { notificationId: id } });

export const removeNotification = (id: number, transport?: Transport) =>
  call('DELETE', 'UserNotification/{notificationId}', { path: { notificationId: id }, transport });
