import { fakeServer, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import type { FirmEntry } from './api';
import { FirmsPage } from './firms-page';
import { GuestBanner } from './guest-banner';

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
const FIRMS = [
  firm(1, 'Harbor'),
  firm(2, 'Larkspur', { userLimit: 5 }),
  firm(3, 'Old', { isActive: false, isDemo: true }),
];
const staff = { features: { firms: { read: true, write: false } } };

test('lists firms with their sizes; the current and inactive ones cannot be opened', async () => {
  fakeServer({ 'GET Firm': () => FIRMS });
  const { container } = renderPage(<FirmsPage />, staff);
  const row = await screen.findByRole('row', { name: /Larkspur/ });
  expect(within(row).getByText('12,345')).toBeInTheDocument();
  expect(within(row).getByText('5')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Open Harbor' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Open Larkspur' })).toBeEnabled();
  expect(screen.queryByRole('button', { name: 'Open Old' })).not.toBeInTheDocument();
  expect(screen.getByRole('row', { name: /Old/ })).toHaveTextContent('InactiveDemo');
  expect(await axe(container)).toHaveNoViolations();
});

test('marks the firm that staff has opened', async () => {
  fakeServer({ 'GET Firm': () => FIRMS });
  renderPage(<FirmsPage />, staff);
  const row = await screen.findByRole('row', { name: /Harbor/ });
  expect(row).toHaveAttribute('aria-current', 'true');
  expect(row).toHaveTextContent('Open now');
});

test('says on every page which firm is open and offers to leave it', async () => {
  const accounts = [
    { adminUserKey: 'other', adminUserType: 5 },
    { adminUserKey: 'own', adminUserType: 3 },
  ];
  const server = fakeServer({
    'GET Account/admin': () => accounts,
    'PUT Account/admin/own': () => problem(500, 'internal', 'x'),
  });
  const { user, container } = renderPage(<GuestBanner />, { userOverrides: { adminUserType: 3 } });
  expect(screen.getByRole('complementary', { name: 'Open firm' })).toHaveTextContent(
    'You have opened Harbor & Pine Advisors as a guest.',
  );
  expect(await axe(container)).toHaveNoViolations();
  await user.click(screen.getByRole('button', { name: 'Leave firm' }));
  expect(await screen.findByText(/Unknown error/)).toBeInTheDocument();
  expect(server.of('Account/admin/own')).toHaveLength(1);
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
  expect(screen.getByRole('heading', { name: 'You don’t have access to firms' })).toBeInTheDocument();
  expect(server.requests).toHaveLength(0);
});
