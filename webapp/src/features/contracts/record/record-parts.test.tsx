import { fakeServer, json, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, waitFor, within } from '@testing-library/react';
import type { FieldChange } from 'firmbook-wasm';
import { axe } from 'jest-axe';
import { ContractRecordPage } from './contract-record-page';

const may = { read: true, write: true };
const features = { allPolicies: may, contacts: may };

const CARRIER = '00000000-0000-4000-8000-000000000001';

const record = (contract: object = {}, version = 3) => ({
  uuid: 'p1',
  firmId: 1,
  version,
  contract: {
    policyNumber: 'AB-1',
    carrierUuid: CARRIER,
    productType: 'Term',
    status: 'InForce',
    statusDate: '2020-01-01',
    policyGuard: true,
    ...contract,
  },
  carrier: { uuid: CARRIER, name: 'Cedar Life', shortName: 'Cedar', naicCode: '99001', comdex: 81 },
  riders: [{ type: 'WaiverOfPremium' }],
  indexStrategies: [],
  beneficiaries: [],
  agentIntegrationEnabled: false,
  parties: [],
  values: [],
  source: 'Manual',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-02T00:00:00Z',
});

const guidelines = (minimum: string | null = '95') => [
  {
    parameter: 'lapseAge',
    label: 'Lapse age',
    unit: 'whole',
    minimum,
    maximum: null,
    current: '90',
    isOut: true,
  },
  {
    parameter: 'deathBenefit',
    label: 'Death benefit',
    unit: 'money',
    minimum: null,
    maximum: null,
    current: '250000.00',
    isOut: false,
  },
];

const open = (routes: Parameters<typeof fakeServer>[0] = {}, search = '') => {
  const server = fakeServer({
    'GET allpolicy/p1': () => record(),
    'GET Carrier': () => [],
    'GET allpolicy/p1/guidelines': () => guidelines(),
    'GET allpolicy/p1/documents': () => [],
    'GET allpolicy/p1/activity?offset=0': () => ({ items: [], hasMore: false }),
    'POST allpolicy/check?uuid=p1': () => [],
    ...routes,
  });
  const page = <ContractRecordPage line="policy" />;
  const view = renderPage(null, {
    address: `/p/p1${search}`,
    features,
    routes: [{ path: '/p/:uuid', element: page }],
  });
  return { ...view, server };
};

test('describes a value outside its range, and saves ranges over the current ones', async () => {
  const { user, server, container } = open(
    { 'PUT allpolicy/p1/guidelines': () => guidelines('80') },
    '?tab=guidelines',
  );
  expect(await screen.findByText('Out of range')).toBeInTheDocument();
  expect((await axe(container)).violations).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Edit guidelines' }));
  const lapseAge = within(await screen.findByRole('group', { name: 'Lapse age' }));
  const age = lapseAge.getByRole('textbox', { name: 'Minimum' });
  expect(age).toHaveValue('95');
  await user.clear(age);
  await user.type(age, '200');
  expect(age).not.toBeInvalid();
  await user.tab();
  expect(age).toBeInvalid();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(server.of('allpolicy/p1/guidelines').filter(({ method }) => method === 'PUT')).toEqual([]);
  expect(age).toHaveFocus();
  await user.clear(age);
  await user.type(age, '80');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Guidelines saved')).toBeInTheDocument();
  const sent = server.requests.findLast(({ method }) => method === 'PUT')?.body;
  expect(sent).toMatchObject({
    before: [{ parameter: 'lapseAge', minimum: '95' }, { parameter: 'deathBenefit' }],
    guidelines: [{ parameter: 'lapseAge', minimum: '80' }, { parameter: 'deathBenefit' }],
  });
});

test('shows ranges saved by another user and keeps typed values', async () => {
  const conflict = {
    code: 'version_conflict',
    message: 'Changed.',
    errors: [],
    traceId: 't',
    current: guidelines('70'),
  };
  const { user, server } = open(
    {
      'PUT allpolicy/p1/guidelines': ({ body }) =>
        (body as { before: { minimum: string }[] }).before[0]?.minimum === '70'
          ? guidelines('85')
          : json(409, conflict),
    },
    '?tab=guidelines&panel=guidelines',
  );
  const lapseAge = within(await screen.findByRole('group', { name: 'Lapse age' }));
  const age = lapseAge.getByRole('textbox', { name: 'Minimum' });
  await user.clear(age);
  await user.type(age, '85');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Stored value: 70')).toBeInTheDocument();
  expect(age).toHaveValue('85');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Guidelines saved')).toBeInTheDocument();
  expect(server.of('allpolicy/p1/guidelines').filter(({ method }) => method === 'PUT')).toHaveLength(2);
});

test('checks a status change when a field is left, and changes the status', async () => {
  const { user, server } = open({
    'GET allpolicy/p1': () => record({ issueDate: '2020-01-01' }),
    'POST allpolicy/p1/status': () => record({ status: 'Lapsed', statusDate: '2026-11-20' }, 4),
  });
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Change status' }));
  const dialog = within(await screen.findByRole('dialog', { name: /Change the status of AB-1/ }));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'New status' }), 'Lapsed');
  const since = dialog.getByLabelText('Status date');
  await user.clear(since);
  await user.type(since, '2019-01-01');
  await user.tab();
  expect(since).toBeInvalid();
  await user.click(dialog.getByRole('button', { name: 'Change to Lapsed' }));
  expect(server.of('allpolicy/p1/status')).toEqual([]);
  await user.clear(since);
  await user.type(since, '2026-11-20');
  await user.click(dialog.getByRole('button', { name: 'Change to Lapsed' }));
  expect(await screen.findByText('AB-1: Lapsed')).toBeInTheDocument();
  expect(server.of('allpolicy/p1/status').at(-1)?.body).toEqual({
    version: 3,
    status: 'Lapsed',
    statusDate: '2026-11-20',
    gracePeriodEndDate: null,
  });
});

test('sends riders only if they changed', async () => {
  const { user, server } = open({ 'POST allpolicy/p1': () => record({}, 4) }, '?panel=edit');
  await user.click(await screen.findByRole('button', { name: 'Add a rider' }));
  const rider = within(screen.getByRole('group', { name: 'Accelerated Benefit' }));
  await user.type(rider.getByRole('textbox', { name: 'Benefit amount' }), '1,000');
  await user.type(rider.getByRole('textbox', { name: 'Cost per year' }), '12');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.requests.some(({ method, path }) => method === 'POST' && path === 'allpolicy/p1')).toBe(
      true,
    ),
  );
  const sent = server.of('allpolicy/p1').findLast(({ method }) => method === 'POST')?.body as {
    riders: object[];
  };
  expect(sent.riders).toHaveLength(2);
  expect(sent.riders[1]).toMatchObject({
    type: 'AcceleratedBenefit',
    amount: '1,000',
    annualCost: '12',
    activated: null,
  });
});

test('shows how much an annuity has gained over its cost basis', async () => {
  const values = {
    contractNumber: 'A-1',
    contractValue: '120000.50',
    annuityCashValue: '120000.50',
    costBasis: '150000.00',
  };
  fakeServer({
    'GET allannuity/p1': () => record({ ...values, surrenderSchedule: [] }),
    'GET Carrier': () => [],
  });
  renderPage(null, {
    address: '/p/p1',
    features: { annuities: may, contacts: may },
    routes: [{ path: '/p/:uuid', element: <ContractRecordPage line="annuity" /> }],
  });
  expect(within(await screen.findByRole('tabpanel')).getAllByText('Contract value')).toHaveLength(1);
  expect(screen.queryByText('Cash value')).toBeNull();
  expect((await screen.findByText('Gain over cost basis')).nextSibling).toHaveTextContent('-$29,999.50');
});

test('uploads, lists and deletes documents, with Undo', async () => {
  const stored = {
    uuid: 'd1',
    name: 'in force.pdf',
    mediaType: 'application/pdf',
    sizeBytes: 1_400_000,
    storeDate: '2026-11-21T12:00:00Z',
    storedBy: 'Dana Whitfield',
  };
  let kept: object[] = [];
  const { user, server, container } = open(
    {
      'GET allpolicy/p1/documents': () => kept,
      'POST allpolicy/p1/documents?name=in+force.pdf': () => {
        kept = [stored];
        return json(201, stored);
      },
      'DELETE Document/d1': () => {
        kept = [];
        return json(204, null);
      },
      'POST Document/d1/restore': () => {
        kept = [stored];
        return json(204, null);
      },
    },
    '?tab=documents',
  );
  expect(await screen.findByText('No documents yet.')).toBeInTheDocument();
  const input = container.querySelector<HTMLInputElement>('input[type="file"]');
  await user.upload(
    input as HTMLInputElement,
    new File(['%PDF-'], 'in force.pdf', { type: 'application/pdf' }),
  );
  const row = await screen.findByRole('row', { name: /in force\.pdf PDF 1\.4 MB/ });
  expect((await axe(container)).violations).toEqual([]);
  await user.click(within(row).getByRole('button', { name: 'Delete in force.pdf' }));
  expect(await screen.findByText('No documents yet.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Upload documents' })).toHaveFocus();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('row', { name: /in force\.pdf/ })).toBeInTheDocument();
  expect(server.of('Document/d1/restore')).toHaveLength(1);
});

test('shows the used and the available document storage', async () => {
  open(
    { 'GET Document/storage': () => ({ usedBytes: 2_140_000_000, limitBytes: 10_000_000_000 }) },
    '?tab=documents',
  );
  expect(await screen.findByText(/Your firm uses 2\.1 GB of 10\.0 GB\./)).toBeInTheDocument();
});

test('uploads a file again with the same key if the response was lost', async () => {
  let attempts = 0;
  const { user, server, container } = open(
    {
      'POST allpolicy/p1/documents?name=a.pdf': () => {
        attempts += 1;
        return attempts === 1 ? json(500, null) : json(201, {});
      },
      'POST allpolicy/p1/documents?name=b.pdf': () => json(201, {}),
    },
    '?tab=documents',
  );
  await screen.findByText('No documents yet.');
  const input = container.querySelector<HTMLInputElement>('input[type="file"]');
  const files = ['a.pdf', 'b.pdf'].map((name) => new File(['%PDF-'], name));
  await user.upload(input as HTMLInputElement, files);
  expect(await screen.findByText('1 document uploaded')).toBeInTheDocument();
  expect(await screen.findByText(/^a\.pdf: Unknown error/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Upload 1 file again' }));
  await waitFor(() => expect(screen.queryByText(/^a\.pdf:/)).toBeNull());
  expect(screen.queryByRole('button', { name: /again/ })).toBeNull();
  const keys = (name: string) =>
    server.requests
      .filter(({ path }) => path === `allpolicy/p1/documents?name=${name}`)
      .map(({ headers }) => headers['idempotency-key']);
  expect(keys('a.pdf')).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys('a.pdf')[0]]);
  expect(keys('b.pdf')).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  expect(keys('b.pdf')).not.toEqual([keys('a.pdf')[0]]);
});

test('uploads the other files if one is too large, and explains the rejection', async () => {
  const { user, server, container } = open(
    { 'POST allpolicy/p1/documents?name=b.pdf': () => json(201, {}) },
    '?tab=documents',
  );
  await screen.findByText('No documents yet.');
  const large = new File(['%PDF-'], 'a.pdf');
  Object.defineProperty(large, 'size', { value: 26 * 1024 * 1024 });
  const input = container.querySelector<HTMLInputElement>('input[type="file"]');
  await user.upload(input as HTMLInputElement, [large, new File(['%PDF-'], 'b.pdf')]);
  expect(await screen.findByText('1 document uploaded')).toBeInTheDocument();
  expect(screen.getByText('1 file was not uploaded')).toBeInTheDocument();
  expect(screen.getByText('a.pdf: The file is larger than 25 MB.')).toBeInTheDocument();
  expect(server.requests.some(({ path }) => path.includes('a.pdf'))).toBe(false);
});

test('shows the server’s message about a rejected file', async () => {
  const invalid = 'Some values are not valid. Check the marked fields.';
  const type = { field: 'content', code: 'media_type', message: 'Files of this type cannot be stored.' };
  const { user, container } = open(
    { 'POST allpolicy/p1/documents?name=bad.exe': () => problem(400, 'validation_failed', invalid, [type]) },
    '?tab=documents',
  );
  await screen.findByText('No documents yet.');
  const input = container.querySelector<HTMLInputElement>('input[type="file"]');
  await user.upload(input as HTMLInputElement, new File(['MZ'], 'bad.exe'));
  expect(await screen.findByText('bad.exe: Files of this type cannot be stored.')).toBeInTheDocument();
  expect(screen.queryByText(/marked fields/)).toBeNull();
});

test('shows activity with the field labels of the form, and loads more', async () => {
  const entry = (
    uuid: string,
    fields: string[],
    about: string | null = null,
    changes: FieldChange[] = [],
  ) => ({
    uuid,
    at: '2026-11-21T12:00:00Z',
    user: 'Ines Calloway',
    onBehalfOf: null,
    action: 'change',
    label: 'Changed',
    fields,
    changes,
    about,
  });
  const { user } = open(
    {
      'GET allpolicy/p1/activity?offset=0': () => ({
        items: [
          entry('a', ['policyCashValue', 'riders'], null, [
            { field: 'riders', from: null, to: 'GLWB' },
            { field: 'riskClass', from: 'Standard', to: 'Preferred' },
            { field: 'status', from: 'InForce', to: 'GracePeriod' },
            { field: 'deathBenefit', from: '250000.00', to: '300000.00' },
            { field: 'issueDate', from: null, to: '2020-02-29' },
            { field: 'isTobacco', from: 'Yes', to: 'No' },
          ]),
          entry('b', ['status'], 'In Force → Lapsed'),
        ],
        hasMore: true,
      }),
      'GET allpolicy/p1/activity?offset=2': () => ({ items: [entry('c', ['unheardOf'])], hasMore: false }),
    },
    '?tab=activity',
  );
  expect(await screen.findByText('Cash value')).toBeInTheDocument();
  expect(screen.getByText('Riders: empty → GLWB')).toBeInTheDocument();
  expect(screen.getByText('Risk class: Standard → Preferred')).toBeInTheDocument();
  expect(screen.getByText('Status: In Force → Grace Period')).toBeInTheDocument();
  expect(screen.getByText('Death benefit: $250,000.00 → $300,000.00')).toBeInTheDocument();
  expect(screen.getByText('Issue date: empty → 02/29/2020')).toBeInTheDocument();
  expect(screen.getByText('Tobacco: Yes → No')).toBeInTheDocument();
  expect(screen.getByText('In Force → Lapsed')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show earlier entries' }));
  expect(await screen.findByText('unheardOf')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Show earlier entries' })).not.toBeInTheDocument();
});
