import { jest } from '@jest/globals';
import { fakeServer, json, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, waitFor, within } from '@testing-library/react';
import type { Session } from '@/lib/session';
import type { GiftEvent } from 'firmbook-wasm';
import { axe } from 'jest-axe';
import { GiftCalendarPage } from './calendar-page';

const event = (change: Partial<GiftEvent> = {}): GiftEvent => ({
  day: '2026-12-01',
  step: 'Gift',
  stepLabel: 'Gift due',
  isDone: false,
  isOverdue: false,
  giftUuid: 'g1',
  policyUuid: 'p1',
  policyNumber: 'P-1',
  trustName: 'Lee Family Trust',
  amount: '12500.00',
  ...change,
});

const DECEMBER = 'GET PremiumGift/calendar?from=2026-11-29&to=2027-01-02';
const events = [
  event({ day: '2026-11-30', giftUuid: 'g0', trustName: 'Earlier Trust' }),
  event({ isOverdue: true }),
  event({ day: '2026-12-04', step: 'Letters', stepLabel: 'Letters due', isDone: true }),
];

const open = (
  routes: Parameters<typeof fakeServer>[0],
  search = '?month=2026-12',
  userOverrides: Partial<Session['user']> = {},
) => {
  const server = fakeServer(routes);
  const view = renderPage(null, {
    address: `/c${search}`,
    features: { trusts: { read: true, write: false } },
    userOverrides,
    routes: [{ path: '/c', element: <GiftCalendarPage /> }],
  });
  return { ...view, server };
};

test('shows the weeks of a month, and opens a gift on its policy', async () => {
  const { container } = open({ [DECEMBER]: () => ({ events, isComplete: true }) });
  expect(await screen.findByRole('heading', { name: 'December 2026' })).toBeInTheDocument();
  const month = within(await screen.findByRole('table'));
  expect(month.getAllByRole('row')).toHaveLength(6);
  const overdue = await month.findByRole('link', { name: 'Gift due (overdue) P-1 Lee Family Trust' });
  expect(overdue).toHaveAttribute('href', '/business/policies/p1?tab=gifts&gift=g1');
  expect(month.getByRole('link', { name: 'Letters due (done) P-1 Lee Family Trust' })).toBeInTheDocument();
  expect(month.getByRole('link', { name: 'Gift due P-1 Earlier Trust' })).toBeInTheDocument();
  expect((await axe(container)).violations).toEqual([]);
});

test('asks staff without an open firm to open one', async () => {
  const { server } = open({}, '', { firmId: 0 });
  expect(await screen.findByRole('heading', { name: 'No firm is open' })).toBeVisible();
  expect(server.requests).toEqual([]);
});

test('moves to another month, and lists its days as an agenda', async () => {
  const { user, router } = open({
    [DECEMBER]: () => ({ events, isComplete: true }),
    'GET PremiumGift/calendar?from=2026-12-27&to=2027-02-06': () => ({ events: [], isComplete: true }),
  });
  await user.click(await screen.findByText('Agenda', { selector: 'label *, label' }));
  const agenda = within(await screen.findByRole('list', { name: 'Agenda' }));
  expect(agenda.getByRole('heading', { name: 'Tuesday, December 1' })).toBeInTheDocument();
  expect(agenda.getAllByText('$12,500.00 for policy P-1')).toHaveLength(2);
  expect(agenda.queryByText('Earlier Trust')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Next month' }));
  expect(await screen.findByText('Nothing is due this month.')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'January 2027' })).toBeInTheDocument();
  expect(router.state.location.search).toBe('?month=2027-01&view=agenda');
});

test('shows four events of a day, and the others in the agenda and in print', async () => {
  const many = ['a', 'b', 'c', 'd', 'e', 'f'].map((giftUuid) => event({ giftUuid }));
  const { user, router } = open({ [DECEMBER]: () => ({ events: many, isComplete: false }) });
  const month = within(await screen.findByRole('table'));
  expect(await screen.findByText(/more gifts than the calendar can show/)).toBeInTheDocument();
  expect(month.getAllByRole('link')).toHaveLength(4);
  expect(month.getAllByRole('link', { hidden: true })).toHaveLength(6);
  await user.click(month.getByRole('button', { name: '2 more' }));
  expect(router.state.location.search).toBe('?month=2026-12&view=agenda');
  expect(within(screen.getByRole('list', { name: 'Agenda' })).getAllByRole('link')).toHaveLength(6);
});

const NOVEMBER = 'GET PremiumGift/calendar?from=2026-11-01&to=2026-12-05';

/** Records the elements that the page scrolls to, on November 21. */
function recordScrolling() {
  jest.useFakeTimers({ advanceTimers: true, now: new Date('2026-11-21T17:00:00Z') });
  const scrolled: Element[] = [];
  HTMLElement.prototype.scrollIntoView = function scrollIntoView() {
    scrolled.push(this);
  };
  return scrolled;
}
afterEach(() => jest.useRealTimers());

test('keeps the title of the current month in view and puts finished events last', async () => {
  const scrolled = recordScrolling();
  const day = '2026-11-21';
  const due = [
    event({ day, giftUuid: 'a', policyNumber: 'P-1', isDone: true }),
    event({ day, giftUuid: 'b', policyNumber: 'P-2' }),
  ];
  open({ [NOVEMBER]: () => ({ events: due, isComplete: true }) }, '?month=2026-11');
  const month = within(await screen.findByRole('table'));
  await month.findByRole('link', { name: /P-2/ });
  expect(month.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Gift due P-2 Lee Family Trust',
    'Gift due (done) P-1 Lee Family Trust',
  ]);
  expect(month.getByLabelText('Saturday, November 21')).toHaveAttribute('aria-current', 'date');
  expect(scrolled).toEqual([]);
});

test('starts the agenda of the current month at the next day that has events', async () => {
  const scrolled = recordScrolling();
  const due = ['2026-11-10', '2026-11-24', '2026-11-30'].map((day) => event({ day, giftUuid: day }));
  open({ [NOVEMBER]: () => ({ events: due, isComplete: true }) }, '?month=2026-11&view=agenda');
  const next = await screen.findByRole('heading', { name: 'Tuesday, November 24' });
  expect(scrolled).toEqual([next.closest('li')]);
});

test('shows that a month is loading before saying that nothing is due', async () => {
  let respond: (value: unknown) => void = () => undefined;
  const { user } = open(
    {
      [DECEMBER]: () => ({ events, isComplete: true }),
      'GET PremiumGift/calendar?from=2026-12-27&to=2027-02-06': () =>
        new Promise((resolve) => (respond = resolve)),
    },
    '?month=2026-12&view=agenda',
  );
  await screen.findByRole('list', { name: 'Agenda' });
  await user.click(screen.getByRole('button', { name: 'Next month' }));
  expect(await screen.findByText('Loading gifts…')).toBeInTheDocument();
  expect(screen.queryByText('Nothing is due this month.')).not.toBeInTheDocument();
  respond({ events: [], isComplete: true });
  expect(await screen.findByText('Nothing is due this month.')).toBeInTheDocument();
});

test('the weeks are busy while their gifts load', async () => {
  let respond: (value: unknown) => void = () => undefined;
  open({ [DECEMBER]: () => new Promise((resolve) => (respond = resolve)) });
  const table = await screen.findByRole('table');
  expect(table).toHaveAttribute('aria-busy', 'true');
  respond({ events, isComplete: true });
  await waitFor(() => expect(table).toHaveAttribute('aria-busy', 'false'));
});

test('shows a failure, and retries', async () => {
  let fails = true;
  const { user } = open({
    [DECEMBER]: () => (fails ? problem(503, 'unavailable', 'Try again.') : { events, isComplete: true }),
  });
  const retry = await screen.findByRole('button', { name: 'Retry' });
  fails = false;
  await user.click(retry);
  expect(await screen.findByRole('table')).toBeInTheDocument();
});

test('falls back to the current month, and sends no request without permission', async () => {
  const server = fakeServer({});
  renderPage(<GiftCalendarPage />);
  expect(await screen.findByText('You don’t have access to trusts')).toBeInTheDocument();
  expect(server.requests).toEqual([]);
});

const FEED = 'PremiumGift/calendar/feed';

test('creates, copies and deletes a private link for calendar programs', async () => {
  let createdAt: string | null = null;
  const { user, server } = open({
    [DECEMBER]: () => ({ events, isComplete: true }),
    [`GET ${FEED}`]: () => ({ createdAt, lastReadAt: null }),
    [`POST ${FEED}`]: () => {
      createdAt = '2026-11-21T17:00:00Z';
      return json(201, { url: 'https://portal.example/calendar/1-x.ics' });
    },
    [`DELETE ${FEED}`]: () => {
      createdAt = null;
      return json(204, null);
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Subscribe' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Subscribe to the calendar' }));
  await user.click(await dialog.findByRole('button', { name: 'Create link' }));
  const field = await dialog.findByRole('textbox', { name: 'Your link' });
  expect(field).toHaveValue('https://portal.example/calendar/1-x.ics');
  expect(field).toHaveAccessibleDescription('Copy it now. It is not shown again.');
  await user.click(dialog.getByRole('button', { name: 'Copy link' }));
  expect(await navigator.clipboard.readText()).toBe('https://portal.example/calendar/1-x.ics');
  await user.click(await dialog.findByRole('button', { name: 'Delete link' }));
  expect(await dialog.findByRole('button', { name: 'Create link' })).toBeInTheDocument();
  expect(server.of(FEED).map(({ method }) => method)).toEqual(['GET', 'POST', 'GET', 'DELETE', 'GET']);
});

test('shows when a link was last used, and replaces it', async () => {
  const { user } = open({
    [DECEMBER]: () => ({ events, isComplete: true }),
    [`GET ${FEED}`]: () => ({ createdAt: '2026-11-20T17:00:00Z', lastReadAt: '2026-11-21T17:00:00Z' }),
    [`POST ${FEED}`]: () => problem(403, 'forbidden', 'You may not.'),
  });
  await user.click(await screen.findByRole('button', { name: 'Subscribe' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Subscribe to the calendar' }));
  expect(
    await dialog.findByText(/created Nov 20, 2026.* A calendar read it Nov 21, 2026/),
  ).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Replace link' }));
  expect(await screen.findByText('You may not.')).toBeInTheDocument();
  expect(dialog.queryByRole('textbox')).not.toBeInTheDocument();
});

test('offers no link while impersonating', async () => {
  const impersonation = {
    actorName: 'Sam',
    reason: 'help',
    mayWrite: true,
    expiresAt: '2026-12-31T00:00:00Z',
  };
  open({ [DECEMBER]: () => ({ events, isComplete: true }) }, '?month=2026-12', { impersonation });
  expect(await screen.findByRole('link', { name: 'All gifts' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Subscribe' })).not.toBeInTheDocument();
});
