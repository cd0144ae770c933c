import { fakeServer } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, within } from '@testing-library/react';
import type { ListQuery } from 'firmbook-wasm';
import { PremiumGiftsPage } from './premium-gifts-page';

const GIFT = {
  uuid: 'g1',
  giftDate: '2026-12-01',
  state: 'Overdue',
  trust: 'Lee Family Trust',
  policyNumber: 'P-1',
  insured: 'Lee, Ada',
  amount: '12500.00',
  letterDate: '2026-12-04',
  windowEnds: '2027-01-03',
  premiumDue: '2027-01-15',
  policyId: 'p1',
};
const read = { read: true, write: false };

test('lists gifts with their dates and opens a gift on its policy', async () => {
  const server = fakeServer({
    'GET TableState/premiumGifts': () => null,
    'POST PremiumGift/search': () => ({ items: [GIFT], totalRecords: 1, cursor: null }),
  });
  renderPage(<PremiumGiftsPage />, { features: { trusts: read } });
  const link = await screen.findByRole('link', { name: '12/01/2026' });
  expect(link).toHaveAttribute('href', '/business/policies/p1?tab=gifts&gift=g1');
  const row = within(screen.getByRole('row', { name: /Lee Family Trust/ }));
  expect(row.getByText('Overdue')).toHaveAttribute('data-tone', 'late');
  expect(row.getByText('$12,500')).toBeInTheDocument();
  expect(row.getByText('01/15/2027')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Export/ })).toBeNull();
  const query = server.of('PremiumGift/search').at(-1)?.body as ListQuery;
  expect(query.selectColumns).toContain('policyId');
});

test('loads no gifts without permission', async () => {
  const server = fakeServer({});
  renderPage(<PremiumGiftsPage />);
  expect(await screen.findByText('You don’t have access to premium gifts')).toBeInTheDocument();
  expect(server.of('PremiumGift/search')).toHaveLength(0);
});
