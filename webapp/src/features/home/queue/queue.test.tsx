import { today } from '@/lib/today';
import { fakeServer, json, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { Home } from '../home';
import { HOME, item } from '../testing';
import { addDays } from '@/lib/snooze-days';

const may = { read: true, write: true };
const features = { home: may, allPolicies: may };
const OPEN = 'GET Home?view=open&rows=25';
const PREMIUM = 'Home/queue/premiumsDue/p1';
const one = { ...HOME, items: [item({})], total: 1 };
const none = { ...HOME, items: [], total: 0 };
const nothing = () => json(204, null);

test('marks a premium as paid once, and undoes it', async () => {
  let home = one;
  const server = fakeServer({
    [OPEN]: () => home,
    'POST allpolicy/bulk': () => {
      home = none;
      return { uuid: 'edit', result: { selected: 1, changed: 1, unchanged: 0, current: [], problems: [] } };
    },
    'POST allpolicy/bulk/edit/undo': () => {
      home = one;
      return { restored: 1, skipped: 0 };
    },
  });
  const { user } = renderPage(<Home />, { features });
  await user.click(await screen.findByRole('button', { name: 'Mark premium of AB-1 as paid' }));
  expect(await screen.findByText('Nothing due.')).toBeVisible();
  const [request] = server.of('allpolicy/bulk');
  expect(request?.body).toEqual({
    contracts: { rowUuids: ['p1'] },
    change: { kind: 'premiumPaid', due: '2026-11-25' },
  });
  expect(request?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  expect(await screen.findByText('AB-1: premium marked as paid')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Work queue' })).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('link', { name: 'AB-1' })).toBeVisible();
  expect(await screen.findByText('AB-1 restored')).toBeVisible();
});

test('focuses the next row after a row leaves the queue', async () => {
  const rows = ['1', '2', '3'].map((n) => item({ uuid: `p${n}`, name: `AB-${n}` }));
  let home = { ...HOME, items: rows, total: 3 };
  fakeServer({
    [OPEN]: () => home,
    'PUT Home/queue/premiumsDue/p2/snooze': () => {
      home = { ...home, items: rows.filter(({ uuid }) => uuid !== 'p2'), total: 2 };
      return nothing();
    },
  });
  const { user } = renderPage(<Home />, { features });
  await user.click(await screen.findByRole('button', { name: /Actions for AB-2/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'For 1 week' }));
  await waitFor(() => expect(screen.getByRole('link', { name: 'AB-3' })).toHaveFocus());
});

test('shows why a premium was not marked', async () => {
  const problems = [{ message: 'This premium is already marked as paid.', contracts: 1, numbers: ['AB-1'] }];
  fakeServer({
    [OPEN]: () => one,
    'POST allpolicy/bulk': () => ({
      uuid: 'edit',
      result: { selected: 1, changed: 0, unchanged: 0, current: [], problems },
    }),
  });
  const { user } = renderPage(<Home />, { features });
  await user.click(await screen.findByRole('button', { name: 'Mark premium of AB-1 as paid' }));
  expect(await screen.findByText(/already marked as paid/)).toBeVisible();
});

test('users who cannot change policies cannot mark premiums or assign work', async () => {
  const kinds = HOME.kinds.slice(0, 1);
  fakeServer({ [OPEN]: () => ({ ...one, kinds: [{ ...kinds[0], canAssign: false }] }) });
  const read = { read: true, write: false };
  const { user } = renderPage(<Home />, { features: { home: read, allPolicies: read } });
  await user.click(await screen.findByRole('button', { name: /Actions for AB-1/ }));
  expect(await screen.findByRole('menuitem', { name: 'For 1 week' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Assign to…' })).toBeNull();
  expect(screen.queryByRole('button', { name: /as paid/ })).toBeNull();
});

test('the views show how many rows they have, if any', async () => {
  fakeServer({ [OPEN]: () => ({ ...one, mine: 2, snoozed: 0 }) });
  renderPage(<Home />, { features });
  expect(await screen.findByRole('button', { name: 'Assigned to me (2)' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Snoozed' })).toBeVisible();
});

test('snoozes a row for a time or until a date, and shows it again', async () => {
  let home = one;
  const snoozed = { ...one, items: [item({ snoozedUntil: '2027-01-04' })] };
  const server = fakeServer({
    [OPEN]: () => home,
    'GET Home?view=snoozed&rows=25': () => snoozed,
    [`PUT ${PREMIUM}/snooze`]: () => {
      home = none;
      return nothing();
    },
    [`DELETE ${PREMIUM}/snooze`]: nothing,
  });
  const now = today('America/New_York');
  const { user } = renderPage(<Home />, { features });
  await user.click(await screen.findByRole('button', { name: /Actions for AB-1/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'For 1 week' }));
  expect(await screen.findByText('Nothing due.')).toBeVisible();
  expect(server.of(`${PREMIUM}/snooze`)[0]?.body).toEqual({ day: '2026-11-25', until: addDays(now, 7) });

  await user.click(screen.getByRole('button', { name: /^Snoozed/ }));
  expect(await screen.findByText('Snoozed until 01/04/2027')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /Actions for AB-1/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Until a date…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Snooze AB-1' }));
  const day = dialog.getByLabelText('Show again on');
  await user.clear(day);
  await user.type(day, now);
  await user.click(dialog.getByRole('button', { name: 'Snooze' }));
  expect(await dialog.findByText('Choose a day after today.')).toBeVisible();
  await user.clear(day);
  await user.type(day, addDays(now, 30));
  await user.click(dialog.getByRole('button', { name: 'Snooze' }));
  await waitFor(() => expect(server.of(`${PREMIUM}/snooze`)).toHaveLength(2));
  expect(server.of(`${PREMIUM}/snooze`)[1]?.body).toEqual({ day: '2026-11-25', until: addDays(now, 30) });
  await user.click(screen.getByRole('button', { name: /Actions for AB-1/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Unsnooze' }));
  await waitFor(() => expect(server.of(`${PREMIUM}/snooze`).at(-1)?.method).toBe('DELETE'));
});

test('assigns a row to a user who can open it, or to no one', async () => {
  let assignee: { userKey: string; name: string } | null = null;
  const server = fakeServer({
    [OPEN]: () => ({ ...one, items: [item({ assignee })] }),
    [`GET ${PREMIUM}/assignees`]: () => [
      { userKey: 'marcus', name: 'Marcus Bell' },
      { userKey: 'dana', name: 'Dana Whitfield' },
    ],
    [`PUT ${PREMIUM}/assignment`]: ({ body }) => {
      assignee = { userKey: (body as { userKey: string }).userKey, name: 'Marcus Bell' };
      return nothing();
    },
    [`DELETE ${PREMIUM}/assignment`]: () => {
      assignee = null;
      return nothing();
    },
  });
  const { user, container } = renderPage(<Home />, { features });
  await user.click(await screen.findByRole('button', { name: /Actions for AB-1/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Assign to…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign AB-1' }));
  const users = await dialog.findByRole('combobox', { name: 'User' });
  expect(
    within(users)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Select a user', 'Dana Whitfield', 'Marcus Bell']);
  expect(users).toHaveDisplayValue('Select a user');
  expect(dialog.getByRole('button', { name: 'Assign' })).toBeDisabled();
  await user.selectOptions(users, 'Marcus Bell');
  await user.click(dialog.getByRole('button', { name: 'Assign' }));
  expect(await screen.findByRole('cell', { name: 'Marcus Bell' })).toBeVisible();
  expect(server.of(`${PREMIUM}/assignment`)[0]?.body).toEqual({ day: '2026-11-25', userKey: 'marcus' });
  expect((await axe(container)).violations).toEqual([]);
  await user.click(screen.getByRole('button', { name: /Actions for AB-1/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Unassign' }));
  await waitFor(() => expect(screen.queryByRole('cell', { name: 'Marcus Bell' })).toBeNull());
  expect(await screen.findByText('AB-1 unassigned')).toBeVisible();
});

test('keeps a row whose action failed', async () => {
  fakeServer({
    [OPEN]: () => one,
    [`PUT ${PREMIUM}/snooze`]: () =>
      problem(422, 'too_many_snoozed', 'You can snooze up to 200 rows. Show some of them again first.'),
  });
  const { user } = renderPage(<Home />, { features });
  await user.click(await screen.findByRole('button', { name: /Actions for AB-1/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Until tomorrow' }));
  expect(await screen.findByText(/snooze up to 200 rows/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'AB-1' })).toBeVisible();
});

test('names the person of a medical request, and says what an amount is', async () => {
  const request = item({
    kind: 'medicalDue',
    task: 'Follow up',
    uuid: 'm1',
    record: { kind: 'insured', uuid: 'i1' },
    name: 'Medical request',
    who: 'Lee, Ada',
    amount: null,
    amountLabel: null,
  });
  fakeServer({ [OPEN]: () => ({ ...HOME, items: [request, item({})], total: 2 }) });
  renderPage(<Home />, { features });
  const row = within(await screen.findByRole('row', { name: /Follow up/ }));
  expect(row.getByRole('cell', { name: 'Lee, Ada' })).toBeVisible();
  expect(row.getByRole('link', { name: 'Medical request of Lee, Ada' })).toHaveAttribute(
    'href',
    '/people/insureds/i1?tab=medical',
  );
  expect(row.getByRole('link', { name: 'Lee, Ada' })).toHaveAttribute('href', '/people/insureds/i1');
  expect(screen.getByRole('cell', { name: /^Modal premium \$12[01]$/ })).toBeVisible();
});

test('links the person of a contract, and the trust of a gift to users who can open it', async () => {
  const gift = item({ kind: 'giftsDue', uuid: 'g1', trustUuid: 't1', who: 'Lee Trust' });
  const items = [item({ who: 'Lee, Ada' }), gift];
  fakeServer({ [OPEN]: () => ({ ...HOME, items, total: 2 }) });
  const { unmount } = renderPage(<Home />, { features });
  expect(await screen.findByRole('link', { name: 'Lee, Ada' })).toHaveAttribute(
    'href',
    '/business/policies/p1?person=insured&name=Lee%2C+Ada',
  );
  expect(screen.queryByRole('link', { name: 'Lee Trust' })).not.toBeInTheDocument();
  unmount();
  renderPage(<Home />, { features: { ...features, trusts: may } });
  expect(await screen.findByRole('link', { name: 'Lee Trust' })).toHaveAttribute(
    'href',
    '/business/trust/manage/t1',
  );
});
