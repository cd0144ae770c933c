import { fakeServer } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { dispatchHubEvent } from '@/lib/hub-events';
import { jest } from '@jest/globals';
import type { QueryClient } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { notificationsQuery, type NotificationPages } from './api/notifications';
import { Bell } from './bell';
import { subscribeToNotifications } from './subscribe-to-notifications';

const transientNotification = (id: number, message = `#${id}`) => ({
  id,
  notificationType: 47,
  heading: 'Summary',
  message,
});
const item = (id: number, isRead: boolean) => ({
  userNotificationHistoryId: id,
  notificationType: 47,
  notificationTypeName: 'SummaryReady',
  displayName: `Summary ${id}`,
  applicationUrl: null,
  isRead,
  createDate: '2026-11-05T17:30:00Z',
  snoozedUntil: null,
});

let stop: () => void = () => undefined;
beforeEach(() => sessionStorage.clear());
afterEach(() => {
  stop();
  jest.useRealTimers();
  window.history.replaceState(null, '', '/');
});

const FIRST = 'UserNotification/digest?days=30&limit=10';

test('replaces the first page with a pushed one without a request', async () => {
  const server = fakeServer({
    [`GET ${FIRST}`]: () => ({ items: [item(1, false)], totalRecords: 1, unreadRecords: 1 }),
  });
  const { queries } = renderPage(<Bell />);
  await screen.findByRole('button', { name: 'Notifications, 1 unread' });
  stop = subscribeToNotifications(queries, 30);
  dispatchHubEvent('UserNotifications', {
    userNotifications: [item(3, false), item(2, false), item(1, true)],
    totalRecords: 60,
    unreadRecords: 41,
  });
  await screen.findByRole('button', { name: 'Notifications, 41 unread' });
  dispatchHubEvent('usernotifications', { userNotifications: [], totalRecords: 0, unreadRecords: 0 });
  await screen.findByRole('button', { name: 'Notifications' });
  expect(server.of(FIRST)).toHaveLength(1);
});

test('keeps loaded older notifications when a new one arrives', async () => {
  let newest = 30;
  const server = fakeServer({
    [`GET ${FIRST}`]: () => page(newest, newest - 9),
    'GET UserNotification/digest?days=30&limit=200&after=21': () => page(20, 1),
    'GET UserNotification/digest?days=30&limit=200&after=22': () => page(21, 1),
  });
  const page = (from: number, to: number) => ({
    items: Array.from({ length: from - to + 1 }, (_, i) => item(from - i, false)),
    totalRecords: newest,
    unreadRecords: newest,
  });
  const { queries, user } = renderPage(<Bell />);
  stop = subscribeToNotifications(queries, 30);
  await user.click(await screen.findByRole('button', { name: 'Notifications, 30 unread' }));
  await waitFor(() => expect(loaded(queries)).toEqual(numbers(30)));
  newest = 31;
  dispatchHubEvent('UserNotifications', {
    userNotifications: page(31, 22).items,
    totalRecords: 31,
    unreadRecords: 31,
  });
  await screen.findByRole('button', { name: 'Notifications, 31 unread' });
  await waitFor(() => expect(loaded(queries)).toEqual(numbers(31)));
  expect(server.of(FIRST)).toHaveLength(2);
});

const numbers = (from: number) => Array.from({ length: from }, (_, i) => from - i);
const loaded = (queries: QueryClient) =>
  queries
    .getQueryData<NotificationPages>(notificationsQuery(30).queryKey)
    ?.pages.flatMap(({ items }) => items.map(({ userNotificationHistoryId: id }) => id));

test('shows a transient notification as a toast after six seconds, once per tab', async () => {
  jest.useFakeTimers();
  fakeServer({});
  const { queries } = renderPage(null);
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  stop = subscribeToNotifications(queries, 30);
  dispatchHubEvent('TransientNotification', transientNotification(1));
  dispatchHubEvent('TransientNotification', transientNotification(2));
  await pass(5_900);
  expect(screen.queryByText('#1')).not.toBeInTheDocument();
  await pass(200);
  expect(screen.getByText('#1')).toBeInTheDocument();
  expect(screen.getByText('#2')).toBeInTheDocument();
  await pass(8_000);
  expect(screen.queryByText('#1')).not.toBeInTheDocument();

  // The page reloads, and the server resends recent notifications.
  stop();
  stop = subscribeToNotifications(queries, 30);
  dispatchHubEvent('TransientNotification', transientNotification(1, 'again'));
  dispatchHubEvent('TransientNotification', transientNotification(3));
  await pass(6_100);
  expect(screen.getByText('#3')).toBeInTheDocument();
  expect(screen.queryByText('again')).not.toBeInTheDocument();
});

test('shows a notification after a reload if its toast had not appeared yet', async () => {
  jest.useFakeTimers();
  fakeServer({});
  const { queries } = renderPage(null);
  stop = subscribeToNotifications(queries, 30);
  dispatchHubEvent('TransientNotification', transientNotification(4));
  stop();
  await act(() => jest.advanceTimersByTimeAsync(6_100));
  expect(screen.queryByText('#4')).not.toBeInTheDocument();
  stop = subscribeToNotifications(queries, 30);
  dispatchHubEvent('TransientNotification', transientNotification(4));
  await act(() => jest.advanceTimersByTimeAsync(6_100));
  expect(screen.getByText('#4')).toBeInTheDocument();
});

test('shows no toast on the page that lists the notification', async () => {
  jest.useFakeTimers();
  fakeServer({});
  const { queries } = renderPage(null);
  stop = subscribeToNotifications(queries, 30);
  window.history.replaceState(null, '', '/notifications/digest?days=90');
  dispatchHubEvent('TransientNotification', transientNotification(5));
  await act(() => jest.advanceTimersByTimeAsync(6_100));
  expect(screen.queryByText('#5')).not.toBeInTheDocument();
  // It counts as shown.
  window.history.replaceState(null, '', '/');
  dispatchHubEvent('TransientNotification', transientNotification(5));
  dispatchHubEvent('TransientNotification', transientNotification(6));
  await act(() => jest.advanceTimersByTimeAsync(6_100));
  expect(screen.getByText('#6')).toBeInTheDocument();
  expect(screen.queryByText('#5')).not.toBeInTheDocument();
});
