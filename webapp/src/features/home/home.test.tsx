import { fakeServer, json, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { Home } from './home';
import { HOME, item } from './testing';

const may = { read: true, write: true };
const features = { home: may, allPolicies: may, canViewMyNotifications: may };
const OPEN = 'GET Home?view=open&rows=25';

test.each([
  ['All', /· all contracts$/],
  ['Block', /· contracts of your agents$/],
  ['Shared', /^[^·]+$/],
] as const)('says whose contracts the queue covers: %s', async (scope, covered) => {
  fakeServer({ [OPEN]: () => HOME });
  renderPage(<Home />, { features, scope });
  const heading = await screen.findByRole('heading', { level: 1 });
  expect(heading.nextElementSibling).toHaveTextContent(covered);
});

test('shows work by urgency, totals by type and unread notifications', async () => {
  fakeServer({ [OPEN]: () => HOME });
  const { container } = renderPage(<Home />, { features });
  const queue = within(await screen.findByRole('table', { name: 'Work queue' }));
  const rows = queue.getAllByRole('row').map((row) => row.textContent);
  expect(rows[1]).toBe('Overdue');
  expect(rows[2]).toMatch(/^11\/20\/2026 .+Premium giftAB-2Lee TrustGift \$500-/);
  expect(rows[3]).toBe('Next 7 days');
  expect(rows[4]).toMatch(/^11\/25\/2026 .+Premium dueAB-1Lee, AdaModal premium \$121Marcus Bell/);
  expect(queue.getByRole('link', { name: 'AB-1' })).toHaveAttribute('href', '/business/policies/p1');
  expect(queue.getByRole('link', { name: 'AB-2' })).toHaveAttribute(
    'href',
    '/business/policies/p2?tab=gifts&gift=g2',
  );
  const kinds = within(screen.getByRole('region', { name: 'By type' }));
  expect(kinds.getByRole('link', { name: 'Premiums due in 30 days' })).toHaveAttribute(
    'href',
    '/business/policies?f=nextPremiumDate:inNextDays:30&s=nextPremiumDate',
  );
  expect(kinds.getByRole('link', { name: 'Premium gifts due in 45 days' })).toHaveAttribute(
    'href',
    '/business/trust/premiumgifts/list?f=receivedOn:isEmpty&s=giftDate',
  );
  // A kind whose list the user cannot read is not a link.
  expect(kinds.getByText('Crummey letters due in 45 days')).not.toHaveAttribute('href');
  expect(kinds.getByText('1,234')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'AB-1 will lapse' })).toBeInTheDocument();
  expect((await axe(container)).violations).toEqual([]);
});

test('opens letters on the page of the trust, or the gift without access to trusts', async () => {
  const letters = item({ kind: 'lettersDue', uuid: 'g2', trustUuid: 't1', name: 'AB-2' });
  letters.record = { kind: 'policy', uuid: 'p2' };
  fakeServer({ [OPEN]: () => ({ ...HOME, items: [letters] }) });
  const first = renderPage(<Home />, { features: { ...features, trusts: { read: true, write: false } } });
  const link = await screen.findByRole('link', { name: 'AB-2' });
  expect(link).toHaveAttribute('href', '/business/trust/manage/t1?tab=letters');
  first.unmount();
  renderPage(<Home />, { features });
  const gift = await screen.findByRole('link', { name: 'AB-2' });
  expect(gift).toHaveAttribute('href', '/business/policies/p2?tab=gifts&gift=g2');
});

test('lists stale reports for users with permission', async () => {
  const report = (uuid: string, name: string, fault: object | null) => ({
    uuid,
    name,
    reportType: 1,
    problem: fault,
  });
  fakeServer({
    [OPEN]: () => HOME,
    'GET report?stale=true': () => ({
      data: [report('r1', 'Term book', null), report('r2', 'Old columns', { code: 'unknown_column' })],
      total: 2,
    }),
  });
  renderPage(<Home />, { features: { ...features, staleReports: may } });
  const card = within(await screen.findByRole('region', { name: 'Stale reports' }));
  expect(card.getByRole('link', { name: 'Stale reports: all 2' })).toHaveAttribute('href', '/reports/stale');
  expect(card.getByRole('link', { name: 'Term book' })).toHaveAttribute('href', '/reports/policies/r1');
  expect(card.getByText('Cannot be run')).toBeInTheDocument();
});

test('lists the reports that are shared with an outside advisor', async () => {
  const report = {
    uuid: 'r1',
    name: 'Lapsing soon',
    ownerName: 'Dana Whitfield',
    list: 'policies',
    columns: [],
    customLabels: {},
    sort: [],
  };
  fakeServer({ [OPEN]: () => HOME, 'GET report/shared': () => ({ data: [report] }) });
  renderPage(<Home />, { features, scope: 'Shared' });
  const card = within(await screen.findByRole('region', { name: 'Shared reports' }));
  const link = await card.findByRole('link', { name: 'Lapsing soon' });
  expect(link).toHaveAttribute('href', '/business/policies?report=r1');
  expect(card.getByText('Shared by Dana Whitfield')).toBeVisible();
});

test('marks an opened notification as read', async () => {
  const server = fakeServer({
    [OPEN]: () => HOME,
    'PUT UserNotification/1/isRead/true': () => json(204, null),
  });
  const routes = [{ path: '/business/policies/p1', element: <p>Policy</p> }];
  const { user } = renderPage(<Home />, { features, routes });
  await user.click(await screen.findByRole('link', { name: 'AB-1 will lapse' }));
  expect(await screen.findByText('Policy')).toBeVisible();
  await waitFor(() => expect(server.of('UserNotification/1/isRead/true')).toHaveLength(1));
});

test('retries after a failure', async () => {
  let isBroken = true;
  fakeServer({ [OPEN]: () => (isBroken ? problem(500, 'internal', 'x') : HOME) });
  const { user } = renderPage(<Home />, { features });
  expect(await screen.findByText(/could not be loaded\. Try again/)).toBeInTheDocument();
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Premiums due in 30 days')).toBeInTheDocument();
});

test('does not load hidden kinds of work, and remembers the layout per user', async () => {
  const hidden = { ...HOME, items: [item({})], total: 1 };
  fakeServer({
    [OPEN]: () => HOME,
    'GET Home?view=open&rows=25&hidden=giftsDue': () => hidden,
  });
  const kinds = () =>
    within(screen.getByRole('region', { name: 'By type' }))
      .getAllByRole('link')
      .map((link) => link.textContent);
  const { user, unmount } = renderPage(<Home />, { features });
  await user.click(await screen.findByRole('button', { name: 'Customize' }));
  await user.click(await screen.findByRole('button', { name: 'Move Premium gifts due in 45 days up' }));
  expect(kinds()).toEqual(['Premium gifts due in 45 days', 'Premiums due in 30 days']);
  await user.click(screen.getByRole('checkbox', { name: 'Premium gifts due in 45 days' }));
  expect(kinds()).toEqual(['Premiums due in 30 days']);
  await screen.findByRole('link', { name: 'AB-1' });
  unmount();

  const again = renderPage(<Home />, { features });
  await screen.findByText('Premiums due in 30 days');
  expect(kinds()).toEqual(['Premiums due in 30 days']);
  await user.click(screen.getByRole('button', { name: 'Customize' }));
  await user.click(await screen.findByRole('button', { name: 'Restore defaults' }));
  await screen.findByRole('link', { name: 'AB-2' });
  again.unmount();

  renderPage(<Home />, { features, userOverrides: { userKey: 'marcus' } });
  await screen.findByText('Premiums due in 30 days');
  expect(kinds()).toHaveLength(2);
});

test('opens even if the stored layout is damaged', async () => {
  localStorage.setItem('firmbook-home-dana', JSON.stringify({ order: 5, hidden: 'unread' }));
  fakeServer({ [OPEN]: () => HOME });
  renderPage(<Home />, { features });
  expect(await screen.findByRole('button', { name: 'Customize' })).toBeVisible();
});

test('limits the work to an agent and to the rows of a view', async () => {
  const agent = { uuid: 'a1', displayName: 'Bell, Marcus' };
  fakeServer({
    [OPEN]: () => HOME,
    'GET FirmAgent?searchText=bell&rowCount=20': () => [agent],
    'GET FirmAgent/agent/a1': () => agent,
    'GET Home?view=open&rows=25&agentUuid=a1': () => ({ ...HOME, items: [item({ name: 'AB-9' })], total: 1 }),
    'GET Home?view=mine&rows=25&agentUuid=a1': () => ({ ...HOME, items: [], total: 0 }),
  });
  const { user } = renderPage(<Home />, { features: { ...features, contacts: may } });
  await user.click(await screen.findByRole('button', { name: 'Agent: All agents' }));
  await user.type(await screen.findByRole('combobox', { name: 'Agent' }), 'bell');
  await user.click(await screen.findByRole('option', { name: /Bell, Marcus/ }));
  expect(await screen.findByRole('link', { name: 'AB-9' })).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Agent: Bell, Marcus' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Assigned to me (1)' }));
  expect(await screen.findByText('Nothing is assigned to you.')).toBeVisible();
});
