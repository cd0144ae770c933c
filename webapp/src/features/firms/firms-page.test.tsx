import { fakeServer, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import type { FirmEntry } from './api';
import { FirmsPage } from './firms-page';

const firm = (firmId: number, name: string, other: Partial<FirmEntry> = {}): FirmEntry => ({
  firmId,
  name,
  isActive: true,
  isDemo: false,
  userCount: 3,
  userLimit: null,
  documentLimit: 500,
  contactCount: 12_345,
  ...other,
});
const FIRMS = [firm(1, 'Harbor'), firm(2, 'Larkspur', { userLimit: 5 }), firm(3, 'Old', { isActive: false })];
const staff = { features: { firms: { read: true, write: false } } };

test('lists firms with their sizes; the current and inactive ones cannot be opened', async () => {
  fakeServer({ 'GET Firm': () => FIRMS });
  const { container } = renderPage(<FirmsPage />, staff);
  const row = await screen.findByRole('row', { name: /Larkspur/ });
  expect(within(row).getByText('12,345')).toBeInTheDocument();
  expect(within(row).getByText('5')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Open Harbor' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Open Larkspur' })).toBeEnabled();
  expect(screen.getByRole('button', { name: 'Open Old' })).toBeDisabled();
  expect(await axe(container)).toHaveNoViolations();
});

test('stores the search in the URL and sends it to the server', async () => {
  const server = fakeServer({ 'GET Firm': () => FIRMS, 'GET Firm?text=lark': () => FIRMS.slice(1, 2) });
  const { user, router } = renderPage(<FirmsPage />, staff);
  await screen.findByRole('row', { name: /Harbor/ });
  await user.type(screen.getByRole('searchbox'), 'lark{Enter}');
  expect(router.state.location.search).toBe('?q=lark');
  await screen.findByRole('row', { name: /Larkspur/ });
  expect(server.of('Firm?text=lark')).toHaveLength(1);
});

test('shows why a firm cannot be opened, and sends no request without permission', async () => {
  fakeServer({
    'GET Firm': () => FIRMS,
    'PUT Account/firm/2': () => problem(404, 'not_found', 'There is no such firm.'),
  });
  const { user } = renderPage(<FirmsPage />, staff);
  await user.click(await screen.findByRole('button', { name: 'Open Larkspur' }));
  expect(await screen.findByText('There is no such firm.')).toBeInTheDocument();

  const server = fakeServer({});
  renderPage(<FirmsPage />, { features: {} });
  expect(screen.getByText('You don’t have access to firms.')).toBeInTheDocument();
  expect(server.requests).toHaveLength(0);
});
