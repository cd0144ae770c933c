import { fakeServer } from '@/testing/fake-server';
import { waitFor } from '@testing-library/dom';
import { NotificationsView } from './notifications';
import { widgetContext } from './testing';

const token = { accessToken: 'token', expiresIn: 600, firmId: 1, reportUuid: null, scopes: [] };
const notification = (id: number) => ({
  userNotificationHistoryId: id,
  notificationType: 29,
  displayName: `Policy P-${id}`,
  createDate: '2026-11-21T10:00:00Z',
  isRead: false,
});
const list = (...ids: number[]) => ({
  userNotifications: ids.map(notification),
  totalRecords: ids.length,
  unreadRecords: ids.length,
});

test('reloads only if the pushed list differs from the shown one', async () => {
  let ids = [2, 1];
  const page = () => ({ items: ids.map(notification), totalRecords: 2, unreadRecords: 2 });
  const server = fakeServer({
    'POST Embed/token': () => token,
    'GET UserNotification/digest?limit=20': page,
  });
  const context = widgetContext('notifications');
  const view = new NotificationsView(context);
  const calls = () => server.of('UserNotification/digest?limit=20').length;
  view.open();
  await waitFor(() => expect(context.root.textContent).toContain('Policy P-2'));
  // Another push without a list, and the list that is shown.
  view.hear('WidgetStale', []);
  view.hear('UserNotifications', [list(2, 1)]);
  // One was deleted and one was added: the numbers are the same.
  ids = [3, 1];
  view.hear('UserNotifications', [list(3, 1)]);
  await waitFor(() => expect(context.root.textContent).toContain('Policy P-3'));
  expect(calls()).toBe(2);
});
