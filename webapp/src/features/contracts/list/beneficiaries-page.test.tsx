import { fakeServer } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, within } from '@testing-library/react';
import type { ListQuery } from 'firmbook-wasm';
import { BeneficiariesPage } from './beneficiaries-page';

const OF_POLICY = {
  uuid: 'b1',
  name: 'Bo Lee',
  class: 'Primary',
  relationship: 'OtherRelative',
  sharePercent: '33.3333',
  contractNumber: 'P-1',
  carrier: 'Cedar Life',
  insured: 'Lee, Ada',
  contractStatus: 'GracePeriod',
  updatedAt: '2026-11-20T15:00:00Z',
  policyId: 'p1',
  annuityId: null,
};
const OF_ANNUITY = {
  ...OF_POLICY,
  uuid: 'b2',
  name: 'Bo Ray',
  class: 'Contingent',
  relationship: null,
  sharePercent: null,
  contractNumber: 'A-1',
  insured: null,
  policyId: null,
  annuityId: 'a1',
};
const read = { read: true, write: false };

test('lists beneficiaries of policies and annuities, and links their contracts', async () => {
  const server = fakeServer({
    'GET TableState/beneficiaries': () => null,
    'POST Beneficiary/search': () => ({ items: [OF_POLICY, OF_ANNUITY], totalRecords: 2, cursor: null }),
  });
  renderPage(<BeneficiariesPage />, { features: { allPolicies: read } });
  const ofPolicy = within(await screen.findByRole('row', { name: /Bo Lee/ }));
  for (const text of ['Primary', 'Other relative', '33.3333%', 'Cedar Life', 'Lee, Ada', 'Grace Period'])
    expect(ofPolicy.getByText(text)).toBeInTheDocument();
  const links = (row: typeof ofPolicy) => row.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links(ofPolicy)).toEqual(['/business/policies/p1?tab=beneficiaries', '/business/policies/p1']);
  const ofAnnuity = within(screen.getByRole('row', { name: /Bo Ray/ }));
  expect(ofAnnuity.getByText('Contingent')).toBeInTheDocument();
  expect(links(ofAnnuity)).toEqual(['/business/annuities/a1?tab=beneficiaries', '/business/annuities/a1']);
  expect(screen.queryByRole('button', { name: /Export/ })).not.toBeInTheDocument();
  const query = server.of('Beneficiary/search').at(-1)?.body as ListQuery;
  expect(query.selectColumns).toEqual(expect.arrayContaining(['policyId', 'annuityId']));
});

test('explains where to add a beneficiary if there are none', async () => {
  fakeServer({
    'GET TableState/beneficiaries': () => null,
    'POST Beneficiary/search': () => ({ items: [], totalRecords: 0, cursor: null }),
  });
  renderPage(<BeneficiariesPage />, { features: { allPolicies: read } });
  expect(await screen.findByRole('heading', { name: 'No beneficiaries yet' })).toBeInTheDocument();
  expect(screen.getByText(/Add them on the Beneficiaries tab of a contract/)).toBeInTheDocument();
});

test('loads no beneficiaries without permission', async () => {
  const server = fakeServer({});
  renderPage(<BeneficiariesPage />);
  expect(await screen.findByText('You don’t have access to beneficiaries')).toBeInTheDocument();
  expect(server.of('Beneficiary/search')).toHaveLength(0);
});
