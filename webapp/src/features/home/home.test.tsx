import { fakeServer, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { Home } from './home';

const may = { read: true, write: true };
const features = { home: may, allPolicies: may, canViewMyNotifications: may };

const gift = (change: object = {}) => ({
  uuid: 'g2',
  policyUuid: 'p2',
  policyNumber: 'AB-2',
  trustUuid: 't1',
  trustName: 'Lee Trust',
  day: '2026-12-01',
  amount: '500.00',
  ...change,
});

const HOME = {
  cards: [
    {
      kind: 'premiumsDue',
      title: 'Premiums due in 30 days',
      list: 'policies',
      filter: [{ column: 'nextPremiumDate', op: 'inNextDays', value: 30 }],
      sort: [{ column: 'nextPremiumDate', direction: 'asc' }],
      dayLabel: 'Next Premium',
      amountLabel: 'Modal Premium',
      total: 1234,
      rows: [{ uuid: 'p1', number: 'AB-1', who: 'Lee, Ada', day: '2026-11-25', amount: '120.50' }],
    },
    {
      kind: 'surrenderEnding',
      title: 'Surrender charges ending in 90 days',
      list: 'annuities',
      filter: [],
      sort: [],
      dayLabel: 'Ends',
      amountLabel: 'Value',
      total: 0,
      rows: [],
    },
  ],
  due: [
    {
      kind: 'giftsDue',
      title: 'Premium gifts due in 45 days',
      total: 2,
      rows: [
        gift({ uuid: 'g2', policyUuid: 'p2', policyNumber: 'AB-2', day: '2026-12-01' }),
        gift({ uuid: 'g3', policyUuid: 'p3', policyNumber: 'AB-3', day: '2026-11-20' }),
      ],
    },
    { kind: 'lettersDue', title: 'Crummey letters due in 45 days', total: 0, rows: [] },
  ],
  unreadCount: 1,
  unread: [
    {
      userNotificationHistoryId: 1,
      notificationType: 29,
      notificationTypeName: 'LapsePending',
      displayName: 'AB-1 will lapse',
      applicationUrl: '/business/policies/p1',
      isRead: false,
      createDate: '2026-11-21T12:00:00Z',
    },
  ],
};

test('each card shows a count, the most urgent contracts and a link to the full list', async () => {
  fakeServer({ 'GET Home': () => HOME });
  const { container } = renderPage(<Home />, { features });
  const due = within(await screen.findByRole('region', { name: 'Premiums due in 30 days' }));
  expect(due.getByRole('link', { name: /all 1,234/ })).toHaveAttribute(
    'href',
    '/business/policies?f=nextPremiumDate:inNextDays:30&s=nextPremiumDate',
  );
  expect(due.getByRole('row', { name: /^AB-1 Lee, Ada 11\/25\/2026 .+ \$121$/ })).toBeInTheDocument();
  expect(due.getByRole('link', { name: 'AB-1' })).toHaveAttribute('href', '/business/policies/p1');
  expect(screen.getByText('Nothing due.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'AB-1 will lapse' })).toBeInTheDocument();
  expect((await axe(container)).violations).toEqual([]);
});

test('lists stale reports for users with permission', async () => {
  const report = (uuid: string, name: string, fault: object | null) => ({
    uuid,
    name,
    reportType: 1,
    problem: fault,
  });
  fakeServer({
    'GET Home': () => HOME,
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

test('retries after a failure', async () => {
  let isBroken = true;
  fakeServer({ 'GET Home': () => (isBroken ? problem(500, 'internal', 'x') : HOME) });
  const { user } = renderPage(<Home />, { features });
  expect(await screen.findByText(/Unknown error\. Try again/)).toBeInTheDocument();
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Premiums due in 30 days')).toBeInTheDocument();
});

test('shows gifts with the days that are left', async () => {
  fakeServer({ 'GET Home': () => HOME });
  renderPage(<Home />, { features });
  const gifts = within(await screen.findByRole('region', { name: 'Premium gifts due in 45 days' }));
  expect(gifts.getByRole('row', { name: /^AB-2 Lee Trust 12\/01\/2026 .+ \$500$/ })).toBeVisible();
  expect(gifts.getByRole('row', { name: /^AB-3 Lee Trust 11\/20\/2026 .+ \$500$/ })).toBeVisible();
  expect(gifts.getByRole('link', { name: 'AB-2' })).toHaveAttribute(
    'href',
    '/business/policies/p2?tab=gifts&gift=g2',
  );
  expect(screen.queryByRole('region', { name: 'Crummey letters due in 45 days' })).toBeNull();
});

test('opens the letters of a trust, or the gift without access to trusts', async () => {
  const card = { kind: 'lettersDue', title: 'Crummey letters due in 45 days', total: 1, rows: [gift()] };
  fakeServer({ 'GET Home': () => ({ ...HOME, due: [card] }) });
  const first = renderPage(<Home />, { features: { ...features, trusts: { read: true, write: false } } });
  const link = await screen.findByRole('link', { name: 'AB-2' });
  expect(link).toHaveAttribute('href', '/business/trust/manage/t1?tab=letters');
  first.unmount();
  renderPage(<Home />, { features });
  const gifts = await screen.findByRole('link', { name: 'AB-2' });
  expect(gifts).toHaveAttribute('href', '/business/policies/p2?tab=gifts&gift=g2');
});

test('cards can be moved and hidden, and stay so for the user', async () => {
  fakeServer({ 'GET Home': () => HOME });
  const titles = () => screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent);
  const [premiums, surrender, gifts, unread] = [
    'Premiums due in 30 days',
    'Surrender charges ending in 90 days',
    'Premium gifts due in 45 days',
    'Unread notifications',
  ];
  const { user, unmount } = renderPage(<Home />, { features });
  await user.click(await screen.findByRole('button', { name: 'Customize' }));
  expect(titles()).toEqual([premiums, surrender, gifts, unread]);
  await user.click(await screen.findByRole('button', { name: `Move ${unread} up` }));
  await user.click(screen.getByRole('checkbox', { name: surrender }));
  expect(titles()).toEqual([premiums, unread, gifts]);
  unmount();

  const again = renderPage(<Home />, { features });
  await screen.findByText(String(premiums));
  expect(titles()).toEqual([premiums, unread, gifts]);
  await user.click(screen.getByRole('button', { name: 'Customize' }));
  await user.click(await screen.findByRole('button', { name: 'Back to the defaults' }));
  expect(titles()).toEqual([premiums, surrender, gifts, unread]);
  again.unmount();

  renderPage(<Home />, { features, who: { userKey: 'marcus' } });
  await screen.findByText(String(premiums));
  expect(titles()).toEqual([premiums, surrender, gifts, unread]);
});

test('says how to show the cards again if all are hidden', async () => {
  localStorage.setItem(
    'firmbook-home-dana',
    JSON.stringify({ order: [], hidden: ['premiumsDue', 'surrenderEnding', 'giftsDue', 'unread'] }),
  );
  fakeServer({ 'GET Home': () => HOME });
  renderPage(<Home />, { features });
  expect(await screen.findByText('All cards are hidden. Choose Customize to show them.')).toBeVisible();
});

test('opens with a damaged arrangement', async () => {
  localStorage.setItem('firmbook-home-dana', JSON.stringify({ order: 5, hidden: 'unread' }));
  fakeServer({ 'GET Home': () => HOME });
  renderPage(<Home />, { features });
  expect(await screen.findByRole('button', { name: 'Customize' })).toBeVisible();
});
