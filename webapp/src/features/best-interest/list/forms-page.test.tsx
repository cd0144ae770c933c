import { fakeServer } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, within } from '@testing-library/react';
import type { ListQuery } from 'firmbook-wasm';
import { BestInterestFormsPage } from './forms-page';

const SIGNED = {
  uuid: 'f1',
  updatedAt: '2026-11-20T15:00:00Z',
  owner: 'Lee, Ada',
  status: 'Signed',
  annuity: 'A-1',
  producer: 'Dana Whitfield',
  signedOn: '2019-01-02',
  reviewDue: '2020-01-02',
  isReplacement: true,
  ownerId: 'o1',
};
const DRAFT = {
  ...SIGNED,
  uuid: 'f2',
  owner: 'Ray, Tom',
  status: 'Draft',
  annuity: null,
  signedOn: null,
  reviewDue: null,
  isReplacement: false,
  ownerId: 'o2',
};
const read = { read: true, write: false };

test('lists forms with their status and review, and opens a form on its owner’s page', async () => {
  const server = fakeServer({
    'GET TableState/bestInterestForms': () => null,
    'POST BestInterestForm/search': () => ({ items: [SIGNED, DRAFT], totalRecords: 2, cursor: null }),
  });
  renderPage(<BestInterestFormsPage />, { features: { bestInterest: read } });
  const signed = within(await screen.findByRole('row', { name: /Lee, Ada/ }));
  for (const text of ['Signed', 'A-1', 'Dana Whitfield', '01/02/2019', '01/02/2020 (overdue)', 'Yes'])
    expect(signed.getByText(text)).toBeInTheDocument();
  const draft = within(screen.getByRole('row', { name: /Ray, Tom/ }));
  expect(draft.getByText('Draft')).toBeInTheDocument();
  expect(draft.queryByText(/overdue/)).not.toBeInTheDocument();
  const links = signed.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/people/owners/o1?tab=bestInterest&version=f1']);
  expect(screen.queryByRole('button', { name: /Export/ })).not.toBeInTheDocument();
  const query = server.of('BestInterestForm/search').at(-1)?.body as ListQuery;
  expect(query.selectColumns).toContain('ownerId');
  expect(query.sort).toEqual([{ column: 'reviewDue', direction: 'asc' }]);
});

test('explains where to start a form if there are none', async () => {
  fakeServer({
    'GET TableState/bestInterestForms': () => null,
    'POST BestInterestForm/search': () => ({ items: [], totalRecords: 0, cursor: null }),
  });
  renderPage(<BestInterestFormsPage />, { features: { bestInterest: read } });
  expect(await screen.findByRole('heading', { name: 'No best interest forms yet' })).toBeInTheDocument();
  expect(screen.getByText(/Start one on the Best interest tab of an owner/)).toBeInTheDocument();
});

test('loads no forms without permission', async () => {
  const server = fakeServer({});
  renderPage(<BestInterestFormsPage />);
  expect(await screen.findByText('You don’t have access to best interest forms')).toBeInTheDocument();
  expect(server.of('BestInterestForm/search')).toHaveLength(0);
});
