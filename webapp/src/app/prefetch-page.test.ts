import { storeActivity, storeSignOut } from '@/lib/last-activity';
import { paths } from '@/lib/paths';
import { fakeServer } from '@/testing/fake-server';
import { user } from '@/testing/render';
import { QueryClient } from '@tanstack/react-query';
import { waitFor } from '@testing-library/dom';
import type { User, UserManager } from 'oidc-client-ts';
import { matchRoutes } from 'react-router';
import { prefetchPage } from './prefetch-page';
import { routes, type AppRouter } from './router';

const server = () =>
  fakeServer({
    'GET User/details': () => user,
    'GET User/permissions': () => ({ features: {}, scope: 'All' }),
    'GET TableState/agents': () => ({ columns: [], sort: [], views: [] }),
    'GET FirmAgent/customFields': () => [],
  });

/** Prefetches data for the page at `path`, and returns the paths of the requests. */
async function prefetch(path: string, signedIn: boolean, count: number) {
  const { requests } = server();
  const manager = { getUser: async () => (signedIn ? ({} as User) : null) } as UserManager;
  const router = { state: { matches: matchRoutes(routes, path) } } as unknown as AppRouter;
  await prefetchPage(new QueryClient(), manager, router, { idle: { seconds: 1200, warningSeconds: 30 } });
  await waitFor(() => expect(requests).toHaveLength(count));
  return requests.map((request) => request.path).toSorted();
}

test('requests the session and the saved table of a list', async () => {
  expect(await prefetch(paths.agents, true, 4)).toEqual([
    'FirmAgent/customFields',
    'TableState/agents',
    'User/details',
    'User/permissions',
  ]);
});

test('requests only the session for other pages', async () => {
  expect(await prefetch(paths.reports('agent'), true, 2)).toEqual(['User/details', 'User/permissions']);
});

test('requests nothing without a sign-in or on pages without a session', async () => {
  expect(await prefetch(paths.agents, false, 0)).toEqual([]);
  expect(await prefetch(paths.logout, true, 0)).toEqual([]);
  expect(await prefetch(paths.selectAccount, true, 0)).toEqual([]);
});

test('requests nothing when the session has ended while no tab was open', async () => {
  storeActivity(Date.now() - 1_300_000);
  expect(await prefetch(paths.agents, true, 0)).toEqual([]);
  storeSignOut();
  expect(await prefetch(paths.agents, true, 0)).toEqual([]);
  storeActivity(Date.now() - 1_000);
  expect(await prefetch(paths.agents, true, 4)).toHaveLength(4);
});
