import { fakeServer, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, waitFor, within } from '@testing-library/react';
import { DashboardPage } from './dashboard-page';

const may = { read: true, write: true };

test('shows one message for all failed panels, and retries them', async () => {
  let isBroken = true;
  const found = { groups: [], standings: [] };
  const respond = () => (isBroken ? problem(500, 'internal', 'x') : found);
  const groupings = ['policystatus', 'products', 'premiummonths', 'policyanniversaries', 'carriers'];
  fakeServer(Object.fromEntries(groupings.map((name) => [`POST Analytics/${name}`, respond])));
  const { user } = renderPage(<DashboardPage />, { features: { analytics: may, allPolicies: may } });
  expect(await screen.findByRole('alert')).toHaveTextContent('The totals could not be loaded.');
  const products = within(screen.getByRole('region', { name: 'Products' }));
  expect(products.getByRole('link', { name: 'View all: Products' })).toBeVisible();
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await products.findByText('No policies yet.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
});
