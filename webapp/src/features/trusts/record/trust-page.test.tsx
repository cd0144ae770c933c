import { json, problem } from '@/testing/fake-server';
import { screen, within } from '@testing-library/react';
import type { ListQuery } from 'firmbook-wasm';
import { axe } from 'jest-axe';
import { openTrust, person, trust } from './testing';

test('shows the header, the details and links to the owner', async () => {
  const { container } = openTrust();
  expect(await screen.findByRole('heading', { level: 1, name: 'Lee Family Trust' })).toBeInTheDocument();
  expect(document.title).toBe('Lee Family Trust · Firmbook');
  expect(screen.getByText(/dated 03\/04\/2019/)).toBeInTheDocument();
  expect(screen.getByText(/California law/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Open owner' })).toHaveAttribute('href', '/people/owners/t1');
  expect(screen.queryByRole('list', { name: 'Alerts' })).not.toBeInTheDocument();
  const details = screen.getByRole('tabpanel', { name: 'Overview' });
  expect(within(details).getByText('Irrevocable life insurance trust')).toBeInTheDocument();
  expect(within(details).getByText('**-***6789')).toBeInTheDocument();
  expect(within(details).getByText('Signed in Fresno.')).toBeInTheDocument();
  expect((await axe(container)).violations).toEqual([]);
});

test('lists warnings, and explains why letters are impossible if there are gifts', async () => {
  const because = 'A revocable trust cannot send Crummey letters.';
  const blocked = {
    canSendLetters: false,
    noLettersBecause: because,
    warnings: ['Beneficiary shares total 50%.'],
  };
  openTrust({ 'GET Trust/t1': () => trust(blocked) });
  const alerts = await screen.findByRole('list', { name: 'Alerts' });
  expect(
    within(alerts)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([because, 'Beneficiary shares total 50%.']);
});

test('other tabs only count the alerts, and link to them', async () => {
  const { user } = openTrust(
    { 'GET Trust/t1': () => trust({ warnings: ['Beneficiary shares total 50%.'] }) },
    '?tab=people',
  );
  const count = await screen.findByRole('link', { name: '1 alert' });
  expect(screen.queryByRole('list', { name: 'Alerts' })).toBeNull();
  await user.click(count);
  expect(await screen.findByRole('list', { name: 'Alerts' })).toBeVisible();
});

test('lists policies with links to the policies and their gifts', async () => {
  openTrust({}, '?tab=policies');
  const row = await screen.findByRole('row', { name: /P-1/ });
  expect(within(row).getByRole('link', { name: 'P-1' })).toHaveAttribute('href', '/business/policies/p1');
  expect(within(row).getByRole('link', { name: 'Gifts of policy P-1' })).toHaveAttribute(
    'href',
    '/business/policies/p1?tab=gifts',
  );
  expect(within(row).getByText('$1,500,000.50')).toBeInTheDocument();
  expect(within(row).getByText('01/15/2027')).toBeInTheDocument();
});

test('explains how to add a policy', async () => {
  openTrust({ 'GET Trust/t1': () => trust({ policies: [] }) }, '?tab=policies');
  expect(await screen.findByText(/No policies yet/)).toBeInTheDocument();
});

test('lists the gifts to this trust only', async () => {
  const gift = { uuid: 'g1', giftDate: '2026-12-01', policyNumber: 'P-1', policyId: 'p1', trustId: 't1' };
  const { server } = openTrust(
    {
      'GET TableState/premiumGifts': () => null,
      'POST PremiumGift/search': () => ({ items: [gift], totalRecords: 1, cursor: null }),
    },
    '?tab=gifts',
  );
  const link = await screen.findByRole('link', { name: '12/01/2026' });
  expect(link).toHaveAttribute('href', '/business/policies/p1?tab=gifts&gift=g1');
  const query = server.of('PremiumGift/search').at(-1)?.body as ListQuery;
  expect(query.filter).toEqual([{ column: 'trustId', op: 'eq', value: 't1' }]);
});

test('adds a gift to a policy of the trust', async () => {
  const routes = {
    'GET TableState/premiumGifts': () => null,
    'POST PremiumGift/search': () => ({ items: [], totalRecords: 0, cursor: null }),
  };
  const [policy] = trust().policies;
  const policies = policy ? [policy, { ...policy, uuid: 'p2', policyNumber: 'P-2' }] : [];
  const first = openTrust({ ...routes, 'GET Trust/t1': () => trust({ policies }) }, '?tab=gifts');
  await first.user.click(await screen.findByRole('button', { name: 'Add gift' }));
  await first.user.click(await screen.findByRole('menuitem', { name: 'P-2, Lee, Grace' }));
  const { pathname, search } = first.router.state.location;
  expect(pathname + search).toBe('/business/policies/p2?tab=gifts&gift=new');
  first.unmount();

  const noLettersBecause = 'A revocable trust cannot send Crummey letters.';
  const revocable = trust({ canSendLetters: false, noLettersBecause });
  openTrust({ ...routes, 'GET Trust/t1': () => revocable }, '?tab=gifts');
  expect(await screen.findByText(noLettersBecause, { selector: 'p' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add gift' })).not.toBeInTheDocument();
});

test('shows the owner’s documents and activity, with labels for the fields of a trust', async () => {
  const entry = {
    uuid: 'e1',
    label: 'Changed',
    about: null,
    user: 'Dana Whitfield',
    onBehalfOf: null,
    at: '2026-03-04T11:00:00Z',
    fields: ['trustType', 'hasWithdrawalRight', 'contactUuid'],
    changes: [
      { field: 'trustType', from: null, to: 'Revocable (living) trust' },
      { field: 'governingState', from: 'CA', to: 'NY' },
      { field: 'hasWithdrawalRight', from: 'No', to: 'Yes' },
      { field: 'sharePercent', from: '50', to: '33.3333' },
      { field: 'phone', from: null, to: '+14155550100' },
      { field: 'beneficiary', from: null, to: 'Ada Lee' },
    ],
  };
  const { user } = openTrust(
    {
      'GET FirmOwner/owner/t1/activity?offset=0': () => ({ items: [entry], hasMore: false }),
      'GET FirmOwner/owner/t1/documents': () => [],
    },
    '?tab=activity',
  );
  const activity = await screen.findByRole('list', { name: 'Activity' });
  for (const text of [
    'Trust type: empty → Revocable (living) trust',
    'Governing state: California → New York',
    'Withdrawal right: No → Yes',
    'Share: 50% → 33.3333%',
    'Phone: empty → (415) 555-0100',
    'Beneficiary: empty → Ada Lee',
    'Linked contact',
  ]) {
    expect(within(activity).getByText(text)).toBeInTheDocument();
  }
  await user.click(screen.getByRole('tab', { name: 'Documents' }));
  expect(await screen.findByRole('button', { name: 'Upload documents' })).toBeInTheDocument();
});

test('hides features that a read-only user without access to contacts cannot use', async () => {
  openTrust({}, '?tab=people', { trusts: { read: true, write: false } });
  expect(await screen.findByRole('rowheader', { name: /Ada Lee/ })).toBeInTheDocument();
  const buttons = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
  expect(buttons).toEqual(['Favorite']);
  expect(screen.queryByRole('link', { name: 'Open owner' })).not.toBeInTheDocument();
  expect(screen.queryByRole('tab', { name: 'Activity' })).not.toBeInTheDocument();
});

test('links people who are contacts, and shows ages', async () => {
  const linked = person({ contactUuid: 'c1', contactType: 3, age: 1 });
  openTrust({ 'GET Trust/t1': () => trust({ people: [linked] }) }, '?tab=people');
  expect(await screen.findByRole('link', { name: 'Ada Lee' })).toHaveAttribute('href', '/people/insureds/c1');
  expect(screen.getByText('1 year')).toBeInTheDocument();
});

test('loads nothing without permission', async () => {
  const { server } = openTrust({}, '', {});
  expect(await screen.findByText('You don’t have access to trusts')).toBeInTheDocument();
  expect(server.requests).toEqual([]);
});

test('links to the list if the trust does not exist', async () => {
  const { user } = openTrust({ 'GET Trust/t1': () => problem(404, 'not_found', 'No such trust.') });
  await user.click(await screen.findByRole('link', { name: 'All trusts' }));
  expect(await screen.findByText('The list')).toBeInTheDocument();
});

test('offers Retry after a failure', async () => {
  let isBroken = true;
  const { user } = openTrust({
    'GET Trust/t1': () => (isBroken ? problem(500, 'internal', 'secret') : json(200, trust())),
  });
  expect(screen.getByRole('status', { name: 'Loading trust' })).toBeInTheDocument();
  const retry = await screen.findByRole('button', { name: 'Retry' });
  expect(screen.queryByText('secret')).not.toBeInTheDocument();
  isBroken = false;
  await user.click(retry);
  expect(await screen.findByRole('heading', { level: 1, name: 'Lee Family Trust' })).toBeInTheDocument();
});
