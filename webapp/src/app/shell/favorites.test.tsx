import { FavoritesMenu } from './favorites-menu';
import { fakeServer, json, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, waitFor } from '@testing-library/react';
import { axe } from 'jest-axe';
import { FavoriteButton } from '@/record/favorite-button';

const ADA = { kind: 'agent', uuid: 'a', title: 'Lee, Ada', detail: 'NPN 17654321' };
const page = <FavoriteButton kind="agent" uuid="a" />;
const star = () => screen.findByRole('button', { name: 'Favorite' });

test('adds a record to the favorites and removes it', async () => {
  let favorites: unknown[] = [];
  const server = fakeServer({
    'GET Favorite': () => favorites,
    'PUT Favorite/agent/a': () => ((favorites = [ADA]), json(204, null)),
    'DELETE Favorite/agent/a': () => ((favorites = []), json(204, null)),
  });
  const { user, container } = renderPage(page);
  await waitFor(async () => expect(await star()).toBeEnabled());
  expect(await star()).toHaveAttribute('aria-pressed', 'false');
  await user.click(await star());
  await waitFor(async () => expect(await star()).toHaveAttribute('aria-pressed', 'true'));
  expect(await axe(container)).toHaveNoViolations();
  await user.click(await star());
  await waitFor(async () => expect(await star()).toHaveAttribute('aria-pressed', 'false'));
  expect(server.requests.map(({ method }) => method)).toEqual(['GET', 'PUT', 'GET', 'DELETE', 'GET']);
});

test('explains why a record cannot become a favorite', async () => {
  fakeServer({
    'PUT Favorite/agent/a': () =>
      problem(422, 'too_many', 'You can have up to 100 favorites. Remove one first.'),
  });
  const { user } = renderPage(page);
  await waitFor(async () => expect(await star()).toBeEnabled());
  await user.click(await star());
  expect(await screen.findByText('You can have up to 100 favorites. Remove one first.')).toBeInTheDocument();
  expect(await star()).toHaveAttribute('aria-pressed', 'false');
});

test('outside advisors have no favorites', () => {
  renderPage(
    <>
      {page}
      <FavoritesMenu />
    </>,
    { scope: 'Shared' },
  );
  expect(screen.queryByRole('button')).toBeNull();
});

describe('favorites menu', () => {
  const open = async () => {
    const { user, ...view } = renderPage(<FavoritesMenu />, {
      routes: [{ path: '*', element: <p>Record</p> }],
    });
    await user.click(screen.getByRole('button', { name: 'Favorites' }));
    await screen.findByRole('menu');
    return { user, ...view };
  };
  const RECENT = { path: '/business/policies/p', title: 'AB-001', detail: 'Policy' };
  const storeRecent = (...records: unknown[]) =>
    sessionStorage.setItem('firmbook-recent-dana-1', JSON.stringify(records));
  afterEach(() => sessionStorage.clear());

  test('lists favorites and recently opened records', async () => {
    storeRecent({ path: '/people/agents/a', title: 'Lee, Ada', detail: 'Agent' }, RECENT);
    fakeServer({ 'GET Favorite': () => [ADA] });
    const { user, router, container } = await open();
    const favorite = await screen.findByRole('menuitem', { name: 'Lee, Ada Agent · NPN 17654321' });
    expect(screen.getAllByRole('menuitem')).toHaveLength(2);
    expect(screen.getByRole('group', { name: 'Recent' })).toHaveTextContent('AB-001');
    expect(await axe(container)).toHaveNoViolations();
    await user.click(favorite);
    expect(router.state.location.pathname).toBe('/people/agents/a');
  });

  test('arrow keys reach the recent records if there are no favorites', async () => {
    storeRecent(RECENT);
    fakeServer({ 'GET Favorite': () => [] });
    const { user } = await open();
    await screen.findByText('Select the star on a record to keep it here.');
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(screen.getByRole('menuitem', { name: /AB-001/ })).toHaveFocus());
    expect(screen.getAllByRole('menuitem')).toHaveLength(1);
  });

  test('explains how to add a favorite, and shows a failure', async () => {
    fakeServer({});
    const { unmount } = await open();
    expect(await screen.findByText('Select the star on a record to keep it here.')).toBeInTheDocument();
    expect(screen.getByText('No other records opened yet.')).toBeInTheDocument();
    unmount();
    fakeServer({ 'GET Favorite': () => problem(503, 'unavailable', 'The database is not available.') });
    await open();
    expect(await screen.findByText(/Favorites could not be loaded/)).toBeInTheDocument();
  });
});
