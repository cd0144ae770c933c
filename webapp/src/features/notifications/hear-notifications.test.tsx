import { fakeServer } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { tellLive } from '@/lib/live';
import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { Bell } from './bell';
import { hearNotifications } from './hear-notifications';

const told = (id: number, message = `#${id}`) => ({ id, notificationType: 47, heading: 'Summary', message });
const item = (id: number, isRead: boolean) => ({
  userNotificationHistoryId: id,
  notificationType: 47,
  notificationTypeName: 'SummaryReady',
  displayName: `Summary ${id}`,
  applicationUrl: null,
  isRead,
  createDate: '2026-11-05T17:30:00Z',
});

let stop: () => void = () => undefined;
beforeEach(() => sessionStorage.clear());
afterEach(() => {
  stop();
  jest.useRealTimers();
});

test('replaces the cached list with a pushed one without a request', async () => {
  const server = fakeServer({ 'GET UserNotification?days=30': () => [item(1, false)] });
  const { queries } = renderPage(<Bell />);
  await screen.findByRole('button', { name: 'Notifications, 1 unread' });
  stop = hearNotifications(queries, 30);
  tellLive('UserNotifications', { userNotifications: [item(3, false), item(2, false), item(1, true)] });
  await screen.findByRole('button', { name: 'Notifications, 2 unread' });
  tellLive('usernotifications', { userNotifications: [] });
  await screen.findByRole('button', { name: 'Notifications' });
  expect(server.of('UserNotification?days=30')).toHaveLength(1);
});

test('shows a transient notification as a toast after six seconds, once per tab', async () => {
  jest.useFakeTimers();
  fakeServer({});
  const { queries } = renderPage(null);
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  stop = hearNotifications(queries, 30);
  tellLive('TransientNotification', told(1));
  tellLive('TransientNotification', told(2));
  await pass(5_900);
  expect(screen.queryByText('#1')).not.toBeInTheDocument();
  await pass(200);
  expect(screen.getByText('#1')).toBeInTheDocument();
  expect(screen.getByText('#2')).toBeInTheDocument();
  await pass(8_000);
  expect(screen.queryByText('#1')).not.toBeInTheDocument();

  // The page reloads, and the server resends recent notifications.
  stop();
  stop = hearNotifications(queries, 30);
  tellLive('TransientNotification', told(1, 'again'));
  tellLive('TransientNotification', told(3));
  await pass(6_100);
  expect(screen.getByText('#3')).toBeInTheDocument();
  expect(screen.queryByText('again')).not.toBeInTheDocument();
});

test('shows a notification after a reload if its toast had not appeared yet', async () => {
  jest.useFakeTimers();
  fakeServer({});
  const { queries } = renderPage(null);
  stop = hearNotifications(queries, 30);
  tellLive('TransientNotification', told(4));
  stop();
  await act(() => jest.advanceTimersByTimeAsync(6_100));
  expect(screen.queryByText('#4')).not.toBeInTheDocument();
  stop = hearNotifications(queries, 30);
  tellLive('TransientNotification', told(4));
  await act(() => jest.advanceTimersByTimeAsync(6_100));
  expect(screen.getByText('#4')).toBeInTheDocument();
});
