import { fakeServer } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen } from '@testing-library/react';
import { Link } from 'react-router';
import { SelectAccount } from './select-account';

const staff = { adminUserKey: 'own', adminUserType: 3, adminUserTypeLabel: 'Customer Success' };
const accounts = {
  'GET Account': () => [],
  'GET Account/admin': () => [{ ...staff, firstName: 'Vera', lastName: 'Cole' }],
};
const routes = [{ path: '/selectaccount', element: <SelectAccount returnTo="/" /> }];

test('goes back to the page that a user with an account came from', async () => {
  fakeServer(accounts);
  const { user, router } = renderPage(<Link to="/selectaccount">Change</Link>, { routes });
  await user.click(screen.getByRole('link', { name: 'Change' }));
  await user.click(await screen.findByRole('button', { name: 'Back' }));
  expect(router.state.location.pathname).toBe('/');
});

test('has no way back for a user without an account', async () => {
  fakeServer(accounts);
  renderPage(null, { routes, address: '/selectaccount' });
  expect(await screen.findByRole('button', { name: /Vera Cole/ })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Back' })).not.toBeInTheDocument();
});
