import { fakeServer } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, within } from '@testing-library/react';
import type { ListQuery } from 'firmbook-wasm';
import { BeneficiariesPage, GrantorsPage, TrusteesPage, TrustsPage } from './trust-lists';

const read = { read: true, write: false };
const TRUST = {
  uuid: 't1',
  name: 'Lee Family Trust',
  trustType: 'Ilit',
  taxId: '**-***6789',
  policyCount: 2,
  nextGiftDate: '2026-12-01',
};
const PERSON = { uuid: 'x1', name: 'Tom Ray', trust: 'Lee Family Trust', trustId: 't1', policyCount: 2 };

test('lists trusts and opens them', async () => {
  fakeServer({
    'GET TableState/trusts': () => null,
    'POST Trust/search': () => ({ items: [TRUST], totalRecords: 1, cursor: null }),
  });
  renderPage(<TrustsPage />, { features: { trusts: read, contacts: { read: true, write: true } } });
  const link = await screen.findByRole('link', { name: 'Lee Family Trust' });
  expect(link).toHaveAttribute('href', '/business/trust/manage/t1');
  const row = within(screen.getByRole('row', { name: /Lee Family Trust/ }));
  expect(row.getByText('Irrevocable life insurance trust')).toBeInTheDocument();
  expect(row.getByText('12/01/2026')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Add trust' })).toHaveAttribute(
    'href',
    '/people/owners?panel=add&ownerType=2',
  );
});

test('explains how to add a trust if there are none', async () => {
  fakeServer({
    'GET TableState/trusts': () => null,
    'POST Trust/search': () => ({ items: [], totalRecords: 0, cursor: null }),
  });
  renderPage(<TrustsPage />, { features: { trusts: read } });
  expect(await screen.findByText(/Add a trust as an owner/)).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Add trust' })).not.toBeInTheDocument();
});

test.each([
  ['grantors', 'trustGrantors', 'TrustGrantor', <GrantorsPage key="g" />],
  ['trustees', 'trustees', 'Trustee', <TrusteesPage key="t" />],
  ['trust beneficiaries', 'trustBeneficiaries', 'TrustBeneficiary', <BeneficiariesPage key="b" />],
])('lists %s with links to the trust', async (what, list, resource, page) => {
  const server = fakeServer({
    [`GET TableState/${list}`]: () => null,
    [`POST ${resource}/search`]: () => ({ items: [PERSON], totalRecords: 1, cursor: null }),
  });
  renderPage(page, { features: { trusts: read } });
  expect(await screen.findByRole('link', { name: 'Tom Ray' })).toHaveAttribute(
    'href',
    '/business/trust/manage/t1?tab=people',
  );
  expect(screen.getByRole('link', { name: 'Lee Family Trust' })).toHaveAttribute(
    'href',
    '/business/trust/manage/t1',
  );
  expect(screen.getByRole('searchbox', { name: `Search ${what}` })).toBeInTheDocument();
  const query = server.of(`${resource}/search`).at(-1)?.body as ListQuery;
  expect(query.selectColumns).toContain('trustId');
});

test('loads no trusts without permission', async () => {
  const server = fakeServer({});
  renderPage(<TrustsPage />);
  expect(await screen.findByText('You don’t have access to trusts')).toBeInTheDocument();
  expect(server.of('Trust/search')).toHaveLength(0);
});
