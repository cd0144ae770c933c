import { call, type Transport } from '@/lib/http';

export const markNotification = (id: number, isRead: boolean) =>
  call('PUT', 'UserNotification/{notificationId}/isRead/{flag}', {
    path: { notificationId: id, flag: isRead },
  });

export const markAllNotifications = () => call('PUT', 'UserNotification/isRead');

/** Hides a notification until a day. */
export const snoozeNotification = (id: number, until: string) =>
  call('PUT', 'UserNotification/{notificationId}/snooze', { path: { notificationId: id }, body: { until } });

/** Shows a snoozed notification at its old place. */
export const unsnoozeNotification = (id: number) =>
  call('DELETE', 'UserNotification/{notificationId}/snooze', { path: { notificationId: id } });

export const removeNotification = (id: number, transport?: Transport) =>
  call('DELETE', 'UserNotification/{notificationId}', { path: { notificationId: id }, transport });
