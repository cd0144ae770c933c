import { fakeServer, json, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, waitFor, within } from '@testing-library/react';
import { listDefinition } from 'firmbook-wasm';
import { ContractsPage } from './contracts-page';

const ROW = {
  uuid: 'p-1',
  policyNumber: 'AB-001234',
  status: 'LapsePending',
  insured: 'Lee, Ada; Moss, Bo',
  deathBenefit: '250000.00',
};

const routes = {
  'GET TableState/policies': () => null,
  'POST allpolicy/search': () => ({ items: [ROW], totalRecords: 1, cursor: 'c' }),
  'POST allpolicy/totals': () => ({ deathBenefit: '250000.00' }),
  'POST allpolicy/export': () => json(500, {}),
};

const isShared = ({ key }: { key: string }) => key === 'policyNumber';
const may = { read: true, write: true };

test('requests the columns of the policy list, including party names', async () => {
  const server = fakeServer(routes);
  renderPage(<ContractsPage line="policy" />, { features: { allPolicies: may } });
  expect(await screen.findByText('AB-001234')).toBeInTheDocument();
  expect(screen.getByText('Lapse Pending')).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Life policies1');
  const columns = ['policyNumber', 'insured', 'owner', 'agent', 'policyGuard'];
  expect(server.of('allpolicy/search')[0]?.body).toMatchObject({
    selectColumns: expect.arrayContaining(columns),
  });
  await waitFor(() => expect(server.of('allpolicy/totals')).toHaveLength(1));
});

test('shows an outside advisor the shared columns, and links only to records that open', async () => {
  const rows = [
    { uuid: 'p-1', policyNumber: 'AB-1', canOpen: true },
    { uuid: 'p-2', policyNumber: 'AB-2', canOpen: false },
  ];
  const saved = { columns: [{ key: 'deathBenefit' }], sort: [{ column: 'status', direction: 'asc' }] };
  const server = fakeServer({
    ...routes,
    'GET TableState/policies': () => saved,
    'GET allpolicy/columns': () => listDefinition('policies').columns.filter(isShared),
    'GET report/shared': () => ({ data: [] }),
    'POST allpolicy/search': () => ({ items: rows, totalRecords: 2, cursor: 'c' }),
  });
  const { user, router } = renderPage(<ContractsPage line="policy" />, {
    features: { allPolicies: { read: true, write: false } },
    scope: 'Shared',
  });
  expect(await screen.findByRole('link', { name: 'AB-1' })).toBeInTheDocument();
  expect(screen.getByText('AB-2').closest('a')).toBeNull();
  await user.dblClick(screen.getByText('AB-2'));
  expect(router.state.location.pathname).toBe('/');
  for (const { body } of server.of('allpolicy/search')) {
    expect(body).toMatchObject({ selectColumns: ['policyNumber'], sort: [] });
  }
  expect(server.of('allpolicy/totals')).toEqual([]);
});

test('shows the catalog message for a failed export', async () => {
  fakeServer(routes);
  const { user } = renderPage(<ContractsPage line="policy" />, {
    features: { allPolicies: may, exportData: may },
  });
  await screen.findByText('AB-001234');
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Excel (XLSX)' }));
  expect(await screen.findByText('An error occurred when trying to export Policies.')).toBeInTheDocument();
});

test('requests no annuities without read access', async () => {
  const server = fakeServer(routes);
  renderPage(<ContractsPage line="annuity" />, { features: { allPolicies: may } });
  expect(await screen.findByText('You don’t have access to annuities')).toBeInTheDocument();
  expect(server.of('allannuity/search')).toEqual([]);
});

const twoRows = ['p-1', 'p-2'].map((uuid) => Object.assign({}, ROW, { uuid, policyNumber: uuid }));
const bulkRoutes = {
  ...routes,
  'POST allpolicy/search': () => ({ items: twoRows, totalRecords: 2, cursor: 'c' }),
  'POST allpolicy/bulk/e-1/undo': () => ({ restored: 1, skipped: 1 }),
};

test('changes the status of the selected policies, with a preview and Undo', async () => {
  const found = {
    selected: 2,
    changed: 1,
    unchanged: 0,
    current: [{ value: 'InForce', contracts: 2 }],
    problems: [{ message: 'Enter the status date.', contracts: 1, numbers: ['p-2'] }],
  };
  const server = fakeServer({
    ...bulkRoutes,
    'POST allpolicy/bulk/preview': () => found,
    'POST allpolicy/bulk': () => ({ uuid: 'e-1', result: found }),
  });
  const { user } = renderPage(<ContractsPage line="policy" />, { features: { allPolicies: may } });
  await user.click(await screen.findByRole('columnheader', { name: /Select all rows/ }));
  await user.click(await screen.findByRole('button', { name: 'Change status' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the status of 2 policies' }));
  expect(dialog.getByText('Choose a status to see what will change.')).toBeInTheDocument();
  await user.selectOptions(dialog.getByRole('combobox', { name: 'New status' }), 'Surrendered');
  expect(await dialog.findByText('2 policies: In Force → Surrendered')).toBeInTheDocument();
  expect(dialog.getByText('1 of 2 policies will change.')).toBeInTheDocument();
  expect(dialog.getByText('1 policy: Enter the status date. (p-2)')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Change 1 policy to Surrendered' }));
  expect(await screen.findByText('1 policy changed to Surrendered')).toBeInTheDocument();
  expect(server.of('allpolicy/bulk')[0]?.body).toMatchObject({
    contracts: { rowUuids: ['p-1', 'p-2'] },
    change: { kind: 'status', status: 'Surrendered' },
  });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(
    await screen.findByText('1 policy restored. 1 policy not restored, because of later changes'),
  ).toBeInTheDocument();
});

test('edits one field in all policies of the list', async () => {
  const found = {
    selected: 2,
    changed: 2,
    unchanged: 0,
    current: [{ value: null, contracts: 2 }],
    problems: [],
  };
  const server = fakeServer({
    ...bulkRoutes,
    'POST allpolicy/search': () => ({ items: twoRows, totalRecords: 5000, cursor: 'c' }),
    'POST allpolicy/bulk/preview': () => found,
    'POST allpolicy/bulk': () => ({ uuid: 'e-1', result: found }),
  });
  const { user } = renderPage(<ContractsPage line="policy" />, { features: { allPolicies: may } });
  await screen.findByText('p-1');
  await user.click(await screen.findByRole('columnheader', { name: /Select all rows/ }));
  await user.click(await screen.findByRole('button', { name: 'Select all 5,000' }));
  await user.click(await screen.findByRole('button', { name: 'Edit field' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit 5,000 policies' }));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Field' }), 'Loan rate');
  await user.type(dialog.getByRole('textbox', { name: 'New value' }), '5.25%');
  expect(await dialog.findByText('2 policies: Empty → 5.25%')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Change 2 policies' }));
  expect(await screen.findByText('Loan rate of 2 policies changed to 5.25%')).toBeInTheDocument();
  expect(server.of('allpolicy/bulk')[0]?.body).toMatchObject({
    change: { kind: 'field', field: 'loanRate', value: '5.25%' },
  });
});

test('stops waiting if the check of the selected policies fails', async () => {
  fakeServer({
    ...bulkRoutes,
    'POST allpolicy/bulk/preview': () => problem(422, 'too_many', 'Too many contracts.'),
  });
  const { user } = renderPage(<ContractsPage line="policy" />, { features: { allPolicies: may } });
  await user.click(await screen.findByRole('columnheader', { name: /Select all rows/ }));
  await user.click(await screen.findByRole('button', { name: 'Change status' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the status of 2 policies' }));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'New status' }), 'Surrendered');
  expect(await dialog.findByText('Too many contracts.')).toBeInTheDocument();
  expect(dialog.queryByText('Checking the selected contracts…')).toBeNull();
});

test('exports the selected policies only', async () => {
  const server = fakeServer(routes);
  const { user } = renderPage(<ContractsPage line="policy" />, {
    features: { allPolicies: may, exportData: may },
  });
  await screen.findByText('AB-001234');
  await user.click(screen.getByRole('columnheader', { name: /Select all rows/ }));
  const bar = within(await screen.findByRole('toolbar', { name: 'Selected rows' }));
  await user.click(bar.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(server.of('allpolicy/export?format=csv')).toHaveLength(1));
  expect(server.of('allpolicy/export?format=csv')[0]?.body).toMatchObject({
    rowUuids: [ROW.uuid],
  });
});

test('links people to their records, except for users who may not open contacts', async () => {
  fakeServer(routes);
  const page = renderPage(<ContractsPage line="policy" />, { features: { allPolicies: may, contacts: may } });
  const link = await screen.findByRole('link', { name: 'Lee, Ada' });
  expect(link).toHaveAttribute('href', '/business/policies/p-1?person=insured&name=Lee%2C+Ada');
  expect(screen.getByRole('link', { name: 'Moss, Bo' })).toHaveAttribute(
    'href',
    '/business/policies/p-1?person=insured&name=Moss%2C+Bo',
  );
  await page.user.click(link);
  expect(page.router.state.location.search).toBe('?person=insured&name=Lee%2C+Ada');
  page.unmount();
  renderPage(<ContractsPage line="policy" />, { features: { allPolicies: may } });
  await screen.findByRole('link', { name: 'AB-001234' });
  expect(screen.queryByRole('link', { name: 'Lee, Ada' })).not.toBeInTheDocument();
});
