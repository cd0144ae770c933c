import { jest } from '@jest/globals';
import { fakeServer, json, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { act, screen, waitFor, within } from '@testing-library/react';
import { notificationLook, type UserNotification } from 'firmbook-wasm';
import { axe } from 'jest-axe';
import { Bell } from './bell';
import { NotificationsPage } from './digest/digest-page';

const notification = (id: number, other: Partial<UserNotification> = {}): UserNotification => ({
  userNotificationHistoryId: id,
  notificationType: 29,
  notificationTypeName: 'LapsePending',
  displayName: `Policy ${id}`,
  applicationUrl: `/people/agents/${id}`,
  isRead: false,
  createDate: '2026-11-05T17:30:00Z',
  snoozedUntil: null,
  ...other,
});

const FIRST = 'GET UserNotification/digest?days=30&limit=10';
const page = (items: UserNotification[], all = items) => ({
  items,
  totalRecords: all.length,
  unreadRecords: all.filter(({ isRead }) => !isRead).length,
});

/** Starts a fake server that stores notifications. */
function serverWith(...kept: UserNotification[]) {
  let list = kept;
  const of = (path: string) => Number(path.split('/')[1]);
  const routes: Record<string, (request: { path: string; body: unknown }) => unknown> = {
    [FIRST]: () => page(list.slice(0, 10), list),
    'PUT UserNotification/isRead?days=30': () => {
      const unread = list.filter((item) => !item.isRead);
      list = list.map((item) => Object.assign({}, item, { isRead: true }));
      return { count: unread.length, ids: unread.map((item) => item.userNotificationHistoryId) };
    },
    'PUT UserNotification/isUnread': ({ body }) => {
      const { ids } = body as { ids: number[] };
      list = list.map((item) =>
        ids.includes(item.userNotificationHistoryId) ? Object.assign({}, item, { isRead: false }) : item,
      );
      return json(204, null);
    },
  };
  for (const { userNotificationHistoryId: id } of kept) {
    for (const flag of [true, false])
      routes[`PUT UserNotification/${id}/isRead/${flag}`] = ({ path }) => {
        list = list.map((item) =>
          item.userNotificationHistoryId === of(path) ? Object.assign({}, item, { isRead: flag }) : item,
        );
        return json(204, null);
      };
    routes[`DELETE UserNotification/${id}`] = ({ path }) => {
      list = list.filter((item) => item.userNotificationHistoryId !== of(path));
      return json(204, null);
    };
  }
  return fakeServer(routes);
}

const elsewhere = { path: '*', element: <p>Elsewhere</p> };
const open = async (user: ReturnType<typeof renderPage>['user']) => {
  await user.click(await screen.findByRole('button', { name: /^Notifications/ }));
  return within(await screen.findByRole('dialog', { name: 'Notifications' }));
};

test('the bell shows the unread count and opens the list', async () => {
  serverWith(notification(1), notification(2, { isRead: true, notificationType: 48 }));
  const { user, container } = renderPage(<Bell />);
  await screen.findByRole('button', { name: 'Notifications, 1 unread' });
  const popup = await open(user);
  expect(popup.getByText('Last 30 days')).toBeInTheDocument();
  expect(popup.getByRole('link', { name: 'View All Notifications' })).toHaveAttribute(
    'href',
    '/notifications/digest',
  );
  const [first, second] = (await popup.findAllByRole('listitem')).map((row) => within(row));
  expect(first?.getByText('Lapse Pending')).toBeInTheDocument();
  expect(first?.getByText('Urgent')).toBeInTheDocument();
  expect(first?.getByText('11/05/2026')).toBeInTheDocument();
  expect(first?.getByTitle('Mark as read')).not.toBeChecked();
  expect(second?.getByText('Summary Failed')).toBeInTheDocument();
  expect(second?.getByTitle('Mark as unread')).toBeChecked();
  expect(await axe(container)).toHaveNoViolations();
});

test('marks one as read and unread, all as read in one call, and removes one', async () => {
  const server = serverWith(notification(1), notification(2), notification(3, { isRead: true }));
  const { user } = renderPage(<Bell />);
  const popup = await open(user);
  await user.click((await popup.findAllByTitle('Mark as read'))[0] as HTMLElement);
  await screen.findByRole('button', { name: 'Notifications, 1 unread' });
  await user.click(popup.getAllByTitle('Mark as unread')[0] as HTMLElement);
  await screen.findByRole('button', { name: 'Notifications, 2 unread' });

  await user.click(popup.getByRole('button', { name: 'Mark all as read' }));
  await screen.findByRole('button', { name: 'Notifications' });
  expect(popup.queryByRole('button', { name: 'Mark all as read' })).not.toBeInTheDocument();
  expect(server.of('UserNotification/isRead?days=30')).toHaveLength(1);
  expect(await screen.findByText('2 notifications marked as read')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByRole('button', { name: 'Notifications, 2 unread' });

  await user.click(popup.getByRole('button', { name: 'Delete Lapse Pending: Policy 2' }));
  await waitFor(() => expect(popup.getAllByRole('listitem')).toHaveLength(2));
  expect(popup.queryByText('Policy 2')).not.toBeInTheDocument();
});

test('deletes a notification when its toast closes, and not if the user chooses Undo', async () => {
  const server = serverWith(notification(1), notification(2));
  const { user } = renderPage(<Bell />);
  const popup = await open(user);
  const remove = async (id: number) =>
    user.click(await popup.findByRole('button', { name: `Delete Lapse Pending: Policy ${id}` }));
  await remove(1);
  await screen.findByText('Notification deleted');
  expect(popup.queryByText('Policy 1')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await popup.findByText('Policy 1')).toBeInTheDocument();
  expect(server.of('UserNotification/1')).toHaveLength(0);

  await remove(1);
  await screen.findByText('Notification deleted');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(server.of('UserNotification/1')).toHaveLength(1));
  expect(popup.queryByText('Policy 1')).toBeNull();
});

test('sends a deletion before the next one, and when the page is left', async () => {
  const server = serverWith(notification(1), notification(2), notification(3));
  const { user } = renderPage(<Bell />);
  const popup = await open(user);
  await user.click(await popup.findByRole('button', { name: /^Delete .* 1$/ }));
  await screen.findByRole('button', { name: 'Undo' });
  expect(server.of('UserNotification/1')).toHaveLength(0);
  await user.click(popup.getByRole('button', { name: /^Delete .* 2$/ }));
  await waitFor(() => expect(server.of('UserNotification/1')).toHaveLength(1));
  expect(server.of('UserNotification/2')).toHaveLength(0);
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(1));
  const sent = jest.spyOn(globalThis, 'fetch');
  act(() => void window.dispatchEvent(new Event('pagehide')));
  await waitFor(() => expect(server.of('UserNotification/2')).toHaveLength(1));
  expect(sent).toHaveBeenCalledWith('/api/UserNotification/2', expect.objectContaining({ keepalive: true }));
  expect(popup.getByText('Policy 3')).toBeInTheDocument();
});

test('links to the record and marks an opened notification as read', async () => {
  const server = serverWith(notification(7), notification(8, { applicationUrl: null }));
  const { user, router } = renderPage(<Bell />, { routes: [elsewhere] });
  const popup = await open(user);
  expect(popup.queryByRole('link', { name: 'Policy 8' })).not.toBeInTheDocument();
  await user.click(await popup.findByRole('link', { name: 'Policy 7' }));
  expect(router.state.location.pathname).toBe('/people/agents/7');
  await waitFor(() => expect(server.of('UserNotification/7/isRead/true')).toHaveLength(1));
});

test('shows an empty state', async () => {
  serverWith();
  const { user } = renderPage(<Bell />);
  const popup = await open(user);
  expect(await popup.findByText('No notifications found')).toBeInTheDocument();
  expect(popup.queryByRole('button', { name: 'Mark all as read' })).not.toBeInTheDocument();
});

test('reverts a failed change and shows the error', async () => {
  fakeServer({
    [FIRST]: () => page([notification(1)]),
    'PUT UserNotification/1/isRead/true': () => problem(500, 'internal', 'secret'),
  });
  const { user } = renderPage(<Bell />);
  const popup = await open(user);
  await user.click(await popup.findByTitle('Mark as read'));
  expect(await screen.findByText(/Unknown error\. Try again/)).toBeInTheDocument();
  expect(await popup.findByTitle('Mark as read')).toBeInTheDocument();
});

test('the panel loads older notifications, and retries after a failure', async () => {
  const many = Array.from({ length: 60 }, (_, i) => notification(100 - i));
  let isBroken = true;
  const older = 'UserNotification/digest?days=30&limit=200&after=91';
  const server = fakeServer({
    [FIRST]: () => page(many.slice(0, 10), many),
    [`GET ${older}`]: () => (isBroken ? problem(422, 'busy', 'Try later') : page(many.slice(10), many)),
  });
  const { user } = renderPage(<Bell />);
  await screen.findByRole('button', { name: 'Notifications, 60 unread' });
  expect(server.of(older)).toHaveLength(0);
  const popup = await open(user);
  expect(await popup.findByRole('alert')).toHaveTextContent('Try later');
  expect((await popup.findAllByRole('listitem'))[0]).toHaveAttribute('aria-setsize', '60');
  expect(server.of(older)).toHaveLength(1);
  isBroken = false;
  await user.click(popup.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(popup.queryByRole('alert')).not.toBeInTheDocument());
  expect(popup.queryByText('Loading older notifications…')).not.toBeInTheDocument();
  expect(server.of(older)).toHaveLength(2);
});

test('renders only visible notifications of a long list, and stores the filter in the URL', async () => {
  const many = Array.from({ length: 4000 }, (_, i) => notification(i));
  const server = fakeServer({
    'GET UserNotification/digest?days=30&limit=200': () => page([notification(0)]),
    'GET UserNotification/digest?days=365&limit=200': () => page(many.slice(0, 200), many),
    'GET UserNotification/digest?days=365&type=29&limit=200': () => page([notification(3)]),
    'GET UserNotification/digest?days=365&type=29&unread=true&limit=200': () => page([]),
    'PUT UserNotification/isRead?days=365&type=29': () => ({ count: 1, ids: [3] }),
    'GET UserNotification/digest?days=365&type=29&severity=actNow&unread=true&limit=200': () =>
      page([notification(8)]),
  });
  const { user, router } = renderPage(<NotificationsPage />);
  expect(await screen.findByText('Policy 0')).toBeInTheDocument();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'Last 365 days');
  expect(router.state.location.search).toBe('?days=365');
  expect(await screen.findByText('4,000 (4,000 unread)')).toBeInTheDocument();
  const rows = await screen.findAllByRole('listitem');
  expect(rows.length).toBeLessThan(60);
  expect(rows[0]).toHaveAttribute('aria-setsize', '4000');
  expect(server.requests.filter(({ path }) => path.includes('days=365'))).toHaveLength(1);

  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Lapse Pending');
  expect(await screen.findByText('1 (1 unread)')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
  expect(await screen.findByText('1 notification marked as read')).toBeInTheDocument();
  await user.click(screen.getByRole('checkbox', { name: 'Unread only' }));
  expect(await screen.findByText('No notifications found')).toBeInTheDocument();
  expect(router.state.location.search).toBe('?days=365&type=29&unread=true');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Urgency' }), 'Urgent');
  expect(await screen.findByText('Policy 8')).toBeInTheDocument();
  expect(router.state.location.search).toBe('?days=365&type=29&unread=true&severity=actNow');
});

test('filters by the types in the preferences and in the list', async () => {
  const kinds = [29, 51].map((notificationType) => ({ notificationType, isPushed: true, email: 'Off' }));
  fakeServer({
    'GET UserNotification/digest?days=30&limit=200': () => page([notification(1, { notificationType: 52 })]),
    'GET UserNotification/preferences': () => ({ kinds, digest: {} }),
  });
  renderPage(<NotificationsPage />, { features: { settings: { read: true, write: false } } });
  const select = within(await screen.findByRole('combobox', { name: 'Type' }));
  const labels = [29, 51, 52].map((type) => notificationLook(type).label).toSorted();
  await waitFor(() =>
    expect(select.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'All types',
      ...labels,
    ]),
  );
});

test('narrow screens have the actions of a notification in a menu', async () => {
  const { matchMedia } = globalThis;
  globalThis.matchMedia = (query) =>
    Object.assign(matchMedia(query), { matches: query.includes('max-width') });
  const server = fakeServer({
    'GET UserNotification/digest?days=30&limit=200': () => page([notification(1)]),
    'PUT UserNotification/1/isRead/true': () => json(204, null),
  });
  const { user } = renderPage(<NotificationsPage />);
  await user.click(await screen.findByRole('button', { name: 'Actions for Lapse Pending: Policy 1' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Mark as read',
    'Snooze',
    'Delete',
  ]);
  expect(screen.queryByRole('switch')).not.toBeInTheDocument();
  await user.click(screen.getByRole('menuitem', { name: 'Mark as read' }));
  await waitFor(() => expect(server.of('UserNotification/1/isRead/true')).toHaveLength(1));
  globalThis.matchMedia = matchMedia;
});

test('retries after a failure', async () => {
  let isBroken = true;
  fakeServer({
    'GET UserNotification/digest?days=30&limit=200': () =>
      isBroken ? problem(500, 'internal', 'x') : page([notification(1)]),
  });
  const { user } = renderPage(<NotificationsPage />);
  expect(await screen.findByRole('alert')).toHaveTextContent('Notifications could not be loaded.');
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Policy 1')).toBeInTheDocument();
});

test('marks and deletes several notifications at once', async () => {
  const server = fakeServer({
    'GET UserNotification/digest?days=30&limit=200': () => page([1, 2, 3].map((id) => notification(id))),
    'DELETE UserNotification/1': () => null,
    'DELETE UserNotification/3': () => null,
  });
  const { user } = renderPage(<NotificationsPage />);
  await user.click(await screen.findByRole('checkbox', { name: /Select .*: Policy 1$/ }));
  await user.click(screen.getByRole('checkbox', { name: /Select .*: Policy 3$/ }));
  const bar = within(screen.getByRole('toolbar', { name: 'Selected notifications' }));
  expect(bar.getByRole('status')).toHaveTextContent('2 selected');
  // The filters keep their space.
  expect(screen.getByRole('combobox', { name: 'Urgency' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Mark all as read' })).toBeInTheDocument();
  await user.click(bar.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('2 notifications deleted')).toBeInTheDocument();
  expect(screen.queryByText('Policy 3')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(server.of('UserNotification/3')).toHaveLength(1));
  expect(server.of('UserNotification/1')).toHaveLength(1);
  expect(server.of('UserNotification/2')).toHaveLength(0);
  expect(screen.queryByRole('toolbar', { name: 'Selected notifications' })).toBeNull();
});

test('snoozes notifications until a day, lists them and shows them again', async () => {
  const until = /^UserNotification\/\d\/snooze$/;
  const server = fakeServer({
    'GET UserNotification/digest?days=30&limit=200': () =>
      page([notification(1), notification(2, { isRead: true })]),
    'GET UserNotification/digest?days=30&snoozed=true&limit=200': () =>
      page([notification(3, { snoozedUntil: '2026-12-24T05:00:00Z' })]),
    'PUT UserNotification/1/snooze': () => json(204, null),
    'PUT UserNotification/2/snooze': () => json(204, null),
    'DELETE UserNotification/1/snooze': () => json(204, null),
    'DELETE UserNotification/2/snooze': () => json(204, null),
    'DELETE UserNotification/3/snooze': () => json(204, null),
    'PUT UserNotification/2/isRead/true': () => json(204, null),
  });
  const sent = () =>
    server.requests
      .filter(({ path }) => until.test(path))
      .map(({ method, path, body }) => [method, path, body]);
  const { user } = renderPage(<NotificationsPage />);
  await user.click(await screen.findByRole('checkbox', { name: /Select .*: Policy 1$/ }));
  await user.click(screen.getByRole('checkbox', { name: /Select .*: Policy 2$/ }));
  await user.click(screen.getByRole('button', { name: 'Snooze' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Snooze 2 notifications' }));
  await user.click(dialog.getByRole('button', { name: 'Until tomorrow' }));
  const day = (dialog.getByLabelText('Show again on') as HTMLInputElement).value;
  await user.click(dialog.getByRole('button', { name: 'Snooze' }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[0]).toEqual(['PUT', 'UserNotification/1/snooze', { until: day }]);
  await screen.findByText(/^2 notifications snoozed until/);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent()).toHaveLength(4));
  expect(sent()[2]?.[0]).toBe('DELETE');
  await waitFor(() => expect(server.of('UserNotification/2/isRead/true')).toHaveLength(1));

  await user.click(screen.getByRole('checkbox', { name: 'Snoozed only' }));
  expect(await screen.findByText('Until 12/24/2026')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Unsnooze Lapse Pending: Policy 3' }));
  await waitFor(() => expect(server.of('UserNotification/3/snooze')).toHaveLength(1));
});
