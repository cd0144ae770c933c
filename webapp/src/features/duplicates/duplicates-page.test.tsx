import { neighborsOf } from '@/lib/neighbors';
import { fakeServer, json, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, waitFor, within } from '@testing-library/react';
import type { ListQuery } from 'firmbook-wasm';
import { axe } from 'jest-axe';
import { DuplicatesPage } from './duplicates-page';

const ENTRY = {
  uuid: 'm1',
  targetUuid: 'a',
  targetName: 'Lee, Ada',
  mergedNames: ['Lee, Adah', 'Lee, A.'],
  at: '2026-11-21T02:30:00Z',
  by: 'Dana Whitfield',
  undoneAt: null,
  undoneBy: null,
};
const PREVIEW = {
  holder: { uuid: 'a', person: { firstName: 'Ada', lastName: 'Lee' } },
  targetUuid: 'a',
  targetVersion: 7,
  restored: [{ uuid: 'b', name: 'Lee, Adah', contracts: 2 }],
  later: [
    { uuid: 'p1', isAnnuity: false, number: '41-777' },
    { uuid: 'p2', isAnnuity: false, number: '41-778' },
  ],
  conflicts: [
    { field: 'email', before: 'old@mail.example', merged: 'b@mail.example', current: 'c@mail.example' },
  ],
};
const features = { enhancedMerge: { read: true, write: true } };

test.each(['/', '/?view=history'])('asks staff without an open firm to open one at %s', async (address) => {
  const server = fakeServer({});
  renderPage(<DuplicatesPage />, { features, address, userOverrides: { firmId: 0 } });
  expect(await screen.findByRole('heading', { name: 'No firm is open' })).toBeVisible();
  expect(server.requests).toEqual([]);
});

test('undoes a merge with the user’s decisions', async () => {
  const server = fakeServer({
    'GET AgentResolution/history?offset=0': () => ({ items: [ENTRY], hasMore: false }),
    'GET OwnerResolution/history?offset=0': () => ({ items: [], hasMore: false }),
    'GET AgentResolution/m1/Unresolve': () => PREVIEW,
    'POST AgentResolution/m1/Unresolve': () => ({ uuid: 'm1', contact: {} }),
  });
  const { user, container } = renderPage(<DuplicatesPage />, { features, address: '/?view=history' });
  expect(await screen.findByText('Lee, Adah; Lee, A.')).toBeVisible();
  expect(await axe(container)).toHaveNoViolations();
  await user.click(screen.getByRole('button', { name: 'Undo merge into Lee, Ada' }));
  expect(await screen.findByText('Lee, Adah with 2 contracts')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: '41-778' }));
  await user.click(screen.getByRole('checkbox', { name: 'Email: c@mail.example → old@mail.example' }));
  await user.click(screen.getByRole('button', { name: 'Restore Lee, Adah' }));
  await waitFor(() =>
    expect(server.of('AgentResolution/m1/Unresolve').find(({ method }) => method === 'POST')?.body).toEqual({
      agentData: { uuid: 'a', version: 7, restore: ['email'] },
      policyAgentIds: ['p2'],
    }),
  );
  expect(await screen.findByText('Merge undone. Lee, Adah restored')).toBeVisible();
});

test('shows undone merges without a button, and owners on request', async () => {
  fakeServer({
    'GET AgentResolution/history?offset=0': () => ({
      items: [{ ...ENTRY, undoneAt: '2026-11-22T02:30:00Z', undoneBy: 'Kim Ames' }],
      hasMore: false,
    }),
    'GET OwnerResolution/history?offset=0': () => ({ items: [], hasMore: false }),
  });
  const { user } = renderPage(<DuplicatesPage />, { features, address: '/?view=history' });
  expect(await screen.findByText(/^Undone Nov 21, 2026.* by Kim Ames$/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Undo/ })).not.toBeInTheDocument();
  await user.click(screen.getByText('Owners'));
  expect(await screen.findByText(/No owners merged yet/)).toBeVisible();
});

test('opens the history on the kind of the newest merge', async () => {
  fakeServer({
    'GET AgentResolution/history?offset=0': () => ({ items: [ENTRY], hasMore: false }),
    'GET OwnerResolution/history?offset=0': () => ({
      items: [{ ...ENTRY, at: '2026-11-22T02:30:00Z', targetName: 'Moss Trust' }],
      hasMore: false,
    }),
  });
  renderPage(<DuplicatesPage />, { features, address: '/?view=history' });
  expect(await screen.findByRole('link', { name: 'Moss Trust' })).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Owners' })).toBeChecked();
});

const PAIRS = [
  {
    uuid: 'p1',
    score: 94,
    first: 'Lee, Ada',
    second: 'Lee, Adah',
    reasons: 'Last name matches, Phone differs',
    state: 'Open',
    contactType: '1',
    firstId: 'a',
    secondId: 'b',
  },
  {
    uuid: 'p2',
    score: 80,
    first: 'Moss Trust',
    second: 'Moss Family Trust',
    reasons: 'Organization name is similar',
    state: 'Open',
    contactType: '2',
    firstId: 'c',
    secondId: 'd',
  },
];

const listRoutes = () => ({
  'GET TableState/duplicates': () => null,
  'POST DuplicatePair/search': () => ({ items: PAIRS, totalRecords: PAIRS.length, cursor: null }),
  'GET DuplicatePair/progress': () => ({ waiting: 0, contactCount: 9, startedAt: null }),
});

const lastQuery = (server: ReturnType<typeof fakeServer>) =>
  server.of('DuplicatePair/search').at(-1)?.body as ListQuery;

test('lists the pairs to review, opens their comparison and links their contacts', async () => {
  const server = fakeServer(listRoutes());
  const { user, router, container } = renderPage(<DuplicatesPage />, { features });
  await screen.findByRole('link', { name: '94%' });
  expect(lastQuery(server).filter).toEqual([{ column: 'state', op: 'eq', value: 'Open' }]);
  expect(lastQuery(server).selectColumns).toContain('firstId');
  expect(screen.getByRole('link', { name: 'Moss Trust' })).toHaveAttribute('href', '/people/owners/c');
  expect(await axe(container)).toHaveNoViolations();
  await user.click(screen.getByRole('link', { name: 'Phone differs, Last name matches' }));
  expect(router.state.location.pathname + router.state.location.search).toBe(
    '/administration/duplicates/merge?kind=agent&id=a&id=b&pair=p1',
  );
  expect(neighborsOf('/administration/duplicates/merge?kind=agent&id=a&id=b&pair=p1').next).toBe(
    '/administration/duplicates/merge?kind=owner&id=c&id=d&pair=p2',
  );
});

test('applies no default filter to a URL with a search, even after the search is cleared', async () => {
  const server = fakeServer(listRoutes());
  const { user } = renderPage(<DuplicatesPage />, { features, address: '/?q=Lee' });
  await screen.findByRole('link', { name: '94%' });
  expect(lastQuery(server)).toMatchObject({ searchText: 'Lee', filter: [] });
  await user.click(screen.getByRole('button', { name: 'Clear the search' }));
  await waitFor(() => expect(lastQuery(server).searchText).toBeNull());
  expect(lastQuery(server).filter).toEqual([]);
});

test('marks selected pairs as not duplicates, with undo, and compares only contacts of one type', async () => {
  const server = fakeServer({ ...listRoutes(), 'POST DuplicatePair/review': () => json(204, null) });
  const { user, router } = renderPage(<DuplicatesPage />, { features });
  await screen.findByRole('link', { name: '94%' });
  const [first, second] = screen.getAllByRole('img', { name: 'Not selected' }).slice(-2);
  await user.click(first as HTMLElement);
  await user.click(second as HTMLElement);
  const bar = within(screen.getByRole('toolbar', { name: 'Selected rows' }));
  await user.click(bar.getByRole('button', { name: 'Compare' }));
  expect(await screen.findByText('Select pairs of up to 5 contacts of one type to compare')).toBeVisible();
  expect(router.state.location.pathname).toBe('/');
  await user.click(bar.getByRole('button', { name: 'Not duplicates' }));
  expect(await screen.findByText('2 pairs marked as not duplicates')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('2 pairs returned to review')).toBeVisible();
  expect(server.of('DuplicatePair/review').map(({ body }) => body)).toEqual([
    { uuids: ['p1', 'p2'], isDismissed: true },
    { uuids: ['p1', 'p2'], isDismissed: false },
  ]);
});

test('compares all contacts again and shows the progress', async () => {
  let waiting = 0;
  fakeServer({
    ...listRoutes(),
    'GET DuplicatePair/progress': () => ({ waiting, contactCount: 1500, startedAt: '2026-11-21T02:30:00Z' }),
    'POST DuplicatePair/rescore': () => {
      waiting = 1500;
      return json(202, { waiting, contactCount: 1500, startedAt: '2026-11-21T02:30:00Z' });
    },
  });
  const { user } = renderPage(<DuplicatesPage />, { features });
  await user.click(await screen.findByRole('button', { name: 'Find duplicates again' }));
  expect(await screen.findByText('Comparing contacts: 1,500 remaining')).toBeVisible();
  waiting = 0;
  const button = await screen.findByRole('button', { name: 'Find duplicates again' }, { timeout: 5_000 });
  expect(button.title).toMatch(/^Last full comparison: 1,500 contacts, Nov 20, 2026/);
});

test('offers no changes without permission to merge', async () => {
  fakeServer(listRoutes());
  renderPage(<DuplicatesPage />, { features: { enhancedMerge: { read: true, write: false } } });
  await screen.findByText('94%');
  expect(screen.queryByRole('button', { name: 'Find duplicates again' })).not.toBeInTheDocument();
});

test('keeps the selection if a review fails', async () => {
  fakeServer({ ...listRoutes(), 'POST DuplicatePair/review': () => problem(404, 'not_found', 'Gone') });
  const { user } = renderPage(<DuplicatesPage />, { features });
  await screen.findByRole('link', { name: '94%' });
  await user.click(screen.getAllByRole('img', { name: 'Not selected' }).at(-1) as HTMLElement);
  const bar = within(screen.getByRole('toolbar', { name: 'Selected rows' }));
  await user.click(bar.getByRole('button', { name: 'Not duplicates' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(bar.getByText('1 selected')).toBeVisible();
});
