import { neighborsOf, storeNeighbors } from '@/lib/neighbors';
import { renderPage } from '@/testing/render';
import { screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { RecordPager } from './record-pager';

function Page() {
  const { pathname } = useLocation();
  return <RecordPager path={pathname} />;
}

const open = () => renderPage(null, { address: '/b', routes: [{ path: '/:name', element: <Page /> }] });

afterEach(() => storeNeighbors([]));

test('opens the records before and after this one with K, J and the buttons', async () => {
  storeNeighbors(['/a', '/b', '/c']);
  const { user, router } = open();
  await user.keyboard('j');
  expect(router.state.location.pathname).toBe('/c');
  expect(screen.getByRole('button', { name: 'Next record' })).toBeDisabled();
  await user.keyboard('kk');
  expect(router.state.location.pathname).toBe('/a');
  await user.click(screen.getByRole('button', { name: 'Next record' }));
  expect(router.state.location.pathname).toBe('/b');
});

test('is hidden for a record that was not opened from a list', () => {
  open();
  expect(screen.queryByRole('group')).toBeNull();
  expect(neighborsOf('/b')).toEqual({ previous: undefined, next: undefined });
});
