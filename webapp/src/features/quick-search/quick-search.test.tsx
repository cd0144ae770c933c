import { fakeServer, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { QuickFindings } from 'firmbook-wasm';
import { axe } from 'jest-axe';
import { QuickSearch } from './quick-search';

const FOUND: QuickFindings = {
  people: [
    { kind: 1, uuid: 'a', name: 'Whitfield, Dana', detail: 'NPN 17654321' },
    { kind: 2, uuid: 'o', name: 'Whitfield Family Trust', detail: null },
  ],
  policies: [{ uuid: 'p', number: 'P 10/7', status: 'InForce', detail: 'Lee, Ada · Granite Life' }],
  annuities: [{ uuid: 'n', number: 'A-9', status: 'InForce', detail: null }],
};
const READ = { read: true, write: false };
const NOTHING: QuickFindings = { people: [], policies: [], annuities: [] };

/** Returns fake server routes that give the number of matches in each full list. */
const counts = (of: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(of).map(([resource, totalRecords]) => [
      `POST ${resource}/search`,
      () => ({ items: [], totalRecords, cursor: null }),
    ]),
  );

const elsewhere = { path: '*', element: <p>Elsewhere</p> };
const field = () => screen.findByRole('combobox', { name: 'Quick search' });
const render = () => renderPage(<QuickSearch />, { routes: [elsewhere] });
const selected = () => screen.getByRole('option', { selected: true });

test('opens with Ctrl+K and groups the results', async () => {
  const server = fakeServer({ 'GET QuickSearch?text=whit': () => FOUND });
  const { user, baseElement } = render();
  await user.keyboard('{Control>}k{/Control}');
  const input = await field();
  await waitFor(() => expect(input).toHaveFocus());
  expect(screen.getByText('Type to search. Enter opens, Escape closes.')).toBeInTheDocument();
  expect(screen.getByRole('group', { name: 'Actions' })).toHaveTextContent('Keyboard shortcuts');
  await user.keyboard(' whit ');
  const people = within(await screen.findByRole('group', { name: 'People' }));
  expect(people.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'Whitfield, DanaAgent · NPN 17654321',
    'Whitfield Family TrustOwner',
  ]);
  expect(screen.getByRole('group', { name: 'Policies' })).toHaveTextContent('P 10/7In Force · Lee, Ada');
  expect(server.of('QuickSearch?text=whit')).toHaveLength(1);
  expect(await axe(baseElement)).toHaveNoViolations();
});

test('selects with the arrow keys and opens a person with Enter', async () => {
  fakeServer({ 'GET QuickSearch?text=whit': () => FOUND, ...counts({ FirmOwner: 18 }) });
  const { user, router } = render();
  await user.click(screen.getByRole('button', { name: /Quick search/ }));
  await user.type(await field(), 'whit');
  await screen.findByText('4 found. Enter opens, Escape closes.');
  await screen.findByText('See all 18 owners');
  expect(selected()).toHaveTextContent('Whitfield, Dana');
  await user.keyboard('{ArrowUp}');
  expect(selected()).toHaveTextContent('See all 18 owners');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(selected()).toHaveTextContent('Family Trust');
  expect(await field()).toHaveAttribute('aria-activedescendant', selected().id);
  await user.keyboard('{Enter}');
  expect(router.state.location.pathname).toBe('/people/owners/o');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('opens the page of a policy', async () => {
  fakeServer({ 'GET QuickSearch?text=P%2010': () => FOUND, 'GET QuickSearch?text=P+10': () => FOUND });
  const { user, router } = render();
  await user.click(screen.getByRole('button', { name: /Quick search/ }));
  await user.type(await field(), 'P 10');
  await user.click(await screen.findByRole('option', { name: /P 10\/7/ }));
  expect(router.state.location.pathname).toBe('/business/policies/p');
});

test('new text cancels the previous search, and Enter waits for the results', async () => {
  const pendingResponses: (() => void)[] = [];
  const server = fakeServer({
    'GET QuickSearch?text=wh': () => new Promise((resolve) => pendingResponses.push(() => resolve(FOUND))),
    'GET QuickSearch?text=whom': () =>
      new Promise((resolve) => pendingResponses.push(() => resolve(NOTHING))),
  });
  const { user, router } = render();
  await user.click(screen.getByRole('button', { name: /Quick search/ }));
  await user.type(await field(), 'wh');
  await waitFor(() => expect(server.requests).toHaveLength(1));
  await user.keyboard('om{Enter}');
  await waitFor(() => expect(server.requests).toHaveLength(2));
  expect(server.requests[0]?.signal?.aborted).toBe(true);
  act(() => pendingResponses.forEach((respond) => respond()));
  expect(await screen.findByText('Nothing found for “whom”.')).toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/');
});

test('offers the lists and support if nothing is found', async () => {
  fakeServer({ 'GET QuickSearch?text=whom+else': () => NOTHING });
  const { user, router } = renderPage(<QuickSearch />, {
    routes: [elsewhere],
    features: { allPolicies: READ, canViewSupport: READ },
  });
  await user.click(screen.getByRole('button', { name: /Quick search/ }));
  await user.type(await field(), 'whom else');
  const others = within(await screen.findByRole('group', { name: 'Look elsewhere' }));
  expect(others.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Search the list of policies',
    'Support',
  ]);
  expect(screen.getByText('Nothing found for “whom else”.')).toBeInTheDocument();
  await user.click(others.getByRole('option', { name: 'Search the list of policies' }));
  expect(router.state.location.pathname + router.state.location.search).toBe(
    '/business/policies?q=whom%20else',
  );
});

test('finds the rows of shared reports for an outside advisor', async () => {
  const report = { uuid: 'r', list: 'policies', name: 'Term policies', ownerName: 'Marcus Oyelaran' };
  const server = fakeServer({
    'GET QuickSearch?text=clark': () => NOTHING,
    'GET report/shared': () => ({ data: [report, { ...report, uuid: 's', list: 'owners' }] }),
    ...counts({ allpolicy: 1, FirmOwner: 0 }),
  });
  const { user, router } = renderPage(<QuickSearch />, { routes: [elsewhere], scope: 'Shared' });
  await user.click(screen.getByRole('button', { name: /Quick search/ }));
  await user.type(await field(), 'clark');
  await user.click(await screen.findByRole('option', { name: /Term policies 1 found · Shared by Marcus/ }));
  expect(server.of('allpolicy/search')[0]?.body).toMatchObject({ searchText: 'clark', reportUuid: 'r' });
  expect(router.state.location.pathname + router.state.location.search).toBe(
    '/business/policies?report=r&q=clark',
  );
});

test('retries after a failure', async () => {
  let isBroken = true;
  fakeServer({ 'GET QuickSearch?text=whit': () => (isBroken ? problem(500, 'internal', 'x') : FOUND) });
  const { user } = render();
  await user.click(screen.getByRole('button', { name: /Quick search/ }));
  await user.type(await field(), 'whit');
  expect(await screen.findByText(/Unknown error\. Try again/)).toBeInTheDocument();
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('group', { name: 'People' })).toBeInTheDocument();
});

test('finds pages, actions and recent records, and lists the full results', async () => {
  sessionStorage.setItem(
    'firmbook-recent-dana-1',
    JSON.stringify([{ path: '/people/agents/r', title: 'Roe, Ann', detail: 'Agent' }]),
  );
  fakeServer({ 'GET QuickSearch?text=agent': () => FOUND, ...counts({ FirmOwner: 2 }) });
  const { user, router } = render();
  await user.click(screen.getByRole('button', { name: /Quick search/ }));
  expect(await screen.findByRole('group', { name: 'Recent' })).toHaveTextContent('Roe, AnnAgent');
  await user.type(await field(), 'agent');
  expect(await screen.findByRole('option', { name: 'Add agent' })).toBeInTheDocument();
  expect(screen.getByRole('option', { name: /^Agents/ })).toBeInTheDocument();
  await user.click(await screen.findByRole('option', { name: /See all 2 owners/ }));
  expect(router.state.location.pathname + router.state.location.search).toBe('/people/owners?q=agent');
  sessionStorage.clear();
});

test('links to the full lists that have a match, with their totals', async () => {
  const people = ['a', 'b'].map((uuid) => ({ kind: 1 as const, uuid, name: `Lee, ${uuid}`, detail: null }));
  const server = fakeServer({
    'GET QuickSearch?text=lee': () => ({ ...NOTHING, people }),
    ...counts({ FirmAgent: 1234, FirmOwner: 0, FirmInsured: 1 }),
  });
  const { user } = render();
  await user.click(screen.getByRole('button', { name: /Quick search/ }));
  await user.type(await field(), 'lee');
  const all = await screen.findByRole('group', { name: 'All results' });
  await waitFor(() =>
    expect(
      within(all)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['See all 1,234 agents', 'Show 1 insured in the list']),
  );
  expect(server.of('FirmAgent/search')[0]?.body).toMatchObject({ searchText: 'lee' });
  expect(server.of('allpolicy/search')).toEqual([]);
});

test('finds the other firms of the user by name and switches to one', async () => {
  const account = (firmId: number, firmName: string) => ({
    firmId,
    firmName,
    firmUserTypeLabel: 'Professional',
    isFirmActive: true,
  });
  const server = fakeServer({
    'GET QuickSearch?text=lark': () => NOTHING,
    'GET Account': () => [account(1, 'Larch Advisors'), account(2, 'Larkspur Legacy Group')],
    'PUT Account/firm/2': () => null,
  });
  const { user } = renderPage(<QuickSearch />, {
    routes: [elsewhere],
    userOverrides: { firmId: 1, hasMultipleFirmAssignments: true },
  });
  await user.click(screen.getByRole('button', { name: /Quick search/ }));
  expect(await screen.findByRole('option', { name: 'Change Account' })).toBeInTheDocument();
  await user.type(await field(), 'lark');
  const accounts = within(await screen.findByRole('group', { name: 'Accounts' }));
  expect(accounts.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Larkspur Legacy GroupChange Account · Professional',
  ]);
  await user.click(accounts.getByRole('option'));
  await waitFor(() => expect(server.of('Account/firm/2')).toHaveLength(1));
});
