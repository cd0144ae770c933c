import { fakeServer, json, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { ContractRecordPage } from './contract-record-page';

const may = { read: true, write: true };
const features = { allPolicies: may, contacts: may, deleteContacts: may };
const carrier = { uuid: 'c', name: 'Cedar Life', shortName: 'Cedar', naicCode: '99001', comdex: 81 };
const worth = (asOf: string, cashValue: string) => ({
  asOf,
  recordedAt: `${asOf}T12:00:00Z`,
  source: 'Manual',
  values: { cashValue, surrenderValue: '1.00' },
});

const record = (change: object = {}, version = 3) => ({
  uuid: 'p1',
  firmId: 1,
  version,
  contract: {
    policyNumber: 'AB-001234',
    carrierUuid: 'c',
    productType: 'Term',
    status: 'LapsePending',
    deathBenefit: '250000.00',
    policyGuard: false,
    ...change,
  },
  carrier,
  riders: [{ type: 'WaiverOfPremium' }],
  indexStrategies: [],
  agentIntegrationEnabled: false,
  parties: [
    {
      kind: 2,
      uuid: 'o1',
      name: 'Lee, Ada',
      role: 'Owner',
      roleLabel: 'Owner',
      typeId: 1,
      sharePercent: '100.0000',
      origin: 'Manual',
      canOpen: true,
    },
    {
      kind: 1,
      uuid: 'a1',
      name: 'Foe, Eve',
      role: 'Agent',
      roleLabel: 'Co-Agent',
      typeId: 3,
      sharePercent: null,
      origin: 'Feed',
      canOpen: false,
    },
  ],
  values: [worth('2026-06-30', '120.00')],
  source: 'Manual',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-02T00:00:00Z',
});

const open = (routes: Parameters<typeof fakeServer>[0] = {}, search = '') => {
  const server = fakeServer({
    'GET allpolicy/p1': () => record(),
    'GET Carrier': () => [carrier],
    'POST allpolicy/check': () => [],
    'POST allpolicy/check?uuid=p1': () => [],
    ...routes,
  });
  const page = <ContractRecordPage line="policy" />;
  const view = renderPage(null, {
    address: `/p/p1${search}`,
    features,
    routes: [
      { path: '/p/:uuid', element: page },
      { path: '/business/policies', element: <p>The list</p> },
    ],
  });
  return { ...view, server };
};

test('shows the status, values and parties of a policy', async () => {
  const { user, container } = open();
  expect(await screen.findByRole('heading', { level: 1, name: 'AB-001234' })).toBeInTheDocument();
  expect(screen.getAllByText('Lapse Pending').length).toBeGreaterThan(0);
  expect(screen.getByText('Waiver of Premium')).toBeInTheDocument();
  expect(screen.getAllByText('250,000.00').length).toBeGreaterThan(0);
  await user.click(screen.getByRole('tab', { name: /Values/ }));
  expect(screen.getByRole('row', { name: /06\/30\/2026 120.00/ })).toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: /Parties/ }));
  expect(screen.getByRole('link', { name: 'Lee, Ada' })).toHaveAttribute('href', '/people/owners/o1');
  expect(screen.queryByRole('link', { name: 'Foe, Eve' })).not.toBeInTheDocument();
  expect((await axe(container)).violations).toEqual([]);
});

test('shows a not-found message', async () => {
  open({ 'GET allpolicy/p1': () => problem(404, 'not_found', 'There is no such policy.') });
  expect(await screen.findByText('No such policy')).toBeInTheDocument();
});

test('resolves a version conflict and saves over the newer version', async () => {
  const sent: unknown[] = [];
  const theirs = record({ productName: 'Theirs', riskClass: 'Preferred' }, 9);
  const conflict = {
    code: 'version_conflict',
    message: 'Somebody saved first.',
    errors: [],
    traceId: 't',
    current: theirs,
  };
  const { user } = open(
    {
      'POST allpolicy/p1': ({ body }) => {
        sent.push(body);
        return sent.length === 1 ? json(409, conflict) : record({}, 10);
      },
    },
    '?panel=edit',
  );
  await user.type(await screen.findByRole('textbox', { name: 'Product' }), 'Mine');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const product = await screen.findByRole('group', { name: 'Product' });
  await user.click(within(product).getByRole('radio', { name: /Keep mine Mine/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[0]).toMatchObject({ version: 3, contract: { productName: 'Mine', riskClass: null } });
  expect(sent[1]).toMatchObject({ version: 9, contract: { productName: 'Mine', riskClass: 'Preferred' } });
});

test('shows server errors beside their fields and keeps typed values', async () => {
  const taken = [{ field: 'contract.policyNumber', code: 'taken', message: 'This number is taken.' }];
  const { user } = open({ 'POST allpolicy/p1': () => problem(409, 'taken', 'Taken.', taken) }, '?panel=edit');
  const number = await screen.findByRole('textbox', { name: /Policy number/ });
  await user.type(number, '5');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('This number is taken.')).toBeInTheDocument();
  expect(number).toHaveValue('AB-0012345');
});

test('restores a deleted policy on Undo', async () => {
  const { user, server } = open({
    'DELETE allpolicy/p1': () => json(204, null),
    'POST allpolicy/p1/restore': () => record(),
  });
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete policy' }));
  expect(await screen.findByText('The list')).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.of('allpolicy/p1/restore')).toHaveLength(1));
});
