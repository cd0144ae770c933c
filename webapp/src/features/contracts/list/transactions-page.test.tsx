import { fakeServer } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, within } from '@testing-library/react';
import type { ListQuery } from 'firmbook-wasm';
import { TransactionsPage } from './transactions-page';

const OF_POLICY = {
  uuid: 't1',
  transactionDate: '2026-11-20',
  kind: 'LoanRepayment',
  amount: '1500.50',
  contractNumber: 'P-1',
  carrier: 'Cedar Life',
  insured: 'Lee, Ada',
  owner: 'Lee Trust',
  createdBy: 'Dana Whitfield',
  policyId: 'p1',
  annuityId: null,
};
const OF_ANNUITY = {
  ...OF_POLICY,
  uuid: 't2',
  transactionDate: '2024-03-01',
  kind: 'RequiredMinimumDistribution',
  contractNumber: 'A-1',
  insured: null,
  createdBy: null,
  policyId: null,
  annuityId: 'a1',
};
const read = { read: true, write: false };

test('lists transactions of both lines, and links their contracts', async () => {
  const server = fakeServer({
    'GET TableState/transactions': () => null,
    'POST Transaction/search': () => ({ items: [OF_POLICY, OF_ANNUITY], totalRecords: 2, cursor: null }),
  });
  renderPage(<TransactionsPage />, { features: { allPolicies: read } });
  const ofPolicy = within(await screen.findByRole('row', { name: /P-1/ }));
  for (const text of [
    '11/20/2026',
    'Loan repayment',
    '$1,500.50',
    'Cedar Life',
    'Lee, Ada',
    'Lee Trust',
    'Dana Whitfield',
  ])
    expect(ofPolicy.getByText(text)).toBeInTheDocument();
  const links = (row: typeof ofPolicy) => row.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links(ofPolicy)).toEqual([
    '/business/policies/p1?tab=transactions&transaction=t1',
    '/business/policies/p1',
  ]);
  const ofAnnuity = within(screen.getByRole('row', { name: /A-1/ }));
  expect(ofAnnuity.getByText('Required minimum distribution')).toBeInTheDocument();
  expect(links(ofAnnuity)).toEqual([
    '/business/annuities/a1?tab=transactions&transaction=t2',
    '/business/annuities/a1',
  ]);
  expect(screen.queryByRole('button', { name: /Export/ })).not.toBeInTheDocument();
  const query = server.of('Transaction/search').at(-1)?.body as ListQuery;
  expect(query.selectColumns).toEqual(expect.arrayContaining(['policyId', 'annuityId']));
});

test('says where to add a transaction while there is none', async () => {
  fakeServer({
    'GET TableState/transactions': () => null,
    'POST Transaction/search': () => ({ items: [], totalRecords: 0, cursor: null }),
  });
  renderPage(<TransactionsPage />, { features: { allPolicies: read } });
  expect(await screen.findByRole('heading', { name: 'No transactions yet' })).toBeInTheDocument();
  expect(screen.getByText(/Add them on the Loans & withdrawals tab of a policy/)).toBeInTheDocument();
});

test('loads no transactions without permission', async () => {
  const server = fakeServer({});
  renderPage(<TransactionsPage />);
  expect(await screen.findByText('You don’t have access to transactions')).toBeInTheDocument();
  expect(server.of('Transaction/search')).toHaveLength(0);
});
