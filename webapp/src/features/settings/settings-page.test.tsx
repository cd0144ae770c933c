import { renderPage } from '@/testing/render';
import { screen } from '@testing-library/react';
import { SettingsPage } from './settings-page';

const settings = [{ path: '/settings/*', element: <SettingsPage /> }];
const own = { settings: { read: true, write: true } };
const parts = () => screen.queryAllByRole('link').map(({ textContent }) => textContent);

test('only the parts that are the viewer’s show', () => {
  renderPage(null, { routes: settings, features: own, address: '/settings/profile' });
  expect(parts()).toEqual(['Profile', 'Appearance', 'Notifications']);
  expect(screen.queryByText(/You have no access/)).not.toBeInTheDocument();
});

test('a part of somebody else is not opened by its address', () => {
  renderPage(null, { routes: settings, features: own, address: '/settings/users' });
  expect(screen.getByText('You have no access to this part.')).toBeInTheDocument();
});

test('whoever may set nothing is told so', () => {
  renderPage(null, { routes: settings, features: {}, address: '/settings' });
  expect(parts()).toEqual([]);
  expect(screen.getByText('There is nothing here that you may set.')).toBeInTheDocument();
});
