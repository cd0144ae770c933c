import { fakeServer, json, problem } from '@/testing/fake-server';
import { storeNeighbors } from '@/lib/neighbors';
import { renderPage } from '@/testing/render';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
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
  beneficiaries: [],
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
      { path: '/people/owners/:uuid', element: <p>An owner</p> },
    ],
  });
  return { ...view, server };
};

test('opens the person named in a link from the list', async () => {
  const { router } = open({}, '?person=owner&name=Lee%2C+Ada');
  await screen.findByText('An owner');
  expect(router.state.location.pathname).toBe('/people/owners/o1');
});

test('shows the policy if the named person cannot be opened', async () => {
  open({}, '?person=agent&name=Foe%2C+Eve');
  expect(await screen.findByRole('heading', { level: 1, name: 'AB-001234' })).toBeVisible();
});

test('shows the status, values and parties of a policy', async () => {
  const { user, container } = open();
  expect(await screen.findByRole('heading', { level: 1, name: 'AB-001234' })).toBeInTheDocument();
  expect(screen.getAllByText('Lapse Pending').length).toBeGreaterThan(0);
  expect(screen.getByText('Waiver of Premium')).toBeInTheDocument();
  expect(screen.getAllByText('$250,000.00').length).toBeGreaterThan(0);
  await user.click(screen.getByRole('tab', { name: /Values/ }));
  expect(screen.getByRole('row', { name: /06\/30\/2026 \$120.00/ })).toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: /Parties/ }));
  const tab = within(screen.getByRole('tabpanel'));
  expect(tab.getByRole('link', { name: 'Lee, Ada' })).toHaveAttribute('href', '/people/owners/o1');
  expect(screen.queryByRole('link', { name: 'Foe, Eve' })).not.toBeInTheDocument();
  expect((await axe(container)).violations).toEqual([]);
});

test('shows the people of the policy and alerts in the header', async () => {
  const { user } = open();
  const people = await screen.findByRole('heading', { level: 1 }).then(() => screen.getByText('Owner'));
  expect(within(people.parentElement as HTMLElement).getByRole('link', { name: 'Lee, Ada' })).toHaveAttribute(
    'href',
    '/people/owners/o1',
  );
  const alerts = screen.getByRole('list', { name: 'Alerts' });
  expect(alerts).toHaveTextContent('The carrier announced that this contract will lapse.');
  expect(alerts).toHaveTextContent('No beneficiary is recorded.');
  expect(screen.queryByText('Dividend option')).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Show \d+ empty fields$/ }));
  expect(screen.getByText('Dividend option')).toBeInTheDocument();
});

test('counts the current values with the earlier ones', async () => {
  open({ 'GET allpolicy/p1': () => record({ valuesAsOf: '2026-11-20' }) });
  expect(await screen.findByRole('tab', { name: 'Values 2' })).toBeVisible();
});

test('shows gifts only if a trust owns the policy or gifts exist', async () => {
  const none = { gifts: [], trusts: [], next: null, warnings: [] };
  const trusts = [{ uuid: 't1', name: 'Lee Family Trust' }];
  const { unmount, server } = open({ 'GET allpolicy/p1/gifts': () => none });
  await screen.findByRole('tab', { name: 'Activity' });
  await waitFor(() => expect(server.of('allpolicy/p1/gifts')).toHaveLength(1));
  expect(screen.queryByRole('tab', { name: 'Gifts' })).toBeNull();
  unmount();
  open({ 'GET allpolicy/p1/gifts': () => ({ ...none, trusts }) });
  expect(await screen.findByRole('tab', { name: 'Gifts' })).toBeVisible();
});

test('shows a not-found message', async () => {
  open({ 'GET allpolicy/p1': () => problem(404, 'not_found', 'There is no such policy.') });
  expect(await screen.findByText('No such policy')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Switch firm' })).not.toBeInTheDocument();
});

test('offers another firm of the user if the policy is not found', async () => {
  fakeServer({ 'GET allpolicy/p1': () => problem(404, 'not_found', 'There is no such policy.') });
  renderPage(null, {
    address: '/p/p1',
    features,
    userOverrides: { hasMultipleFirmAssignments: true },
    routes: [{ path: '/p/:uuid', element: <ContractRecordPage line="policy" /> }],
  });
  const link = await screen.findByRole('link', { name: 'Switch firm' });
  expect(link).toHaveAttribute('href', '/selectaccount?returnTo=%2Fp%2Fp1');
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
        return sent.length === 1 ? json(409, conflict) : record({}, 8 + sent.length);
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

  // Undo restores the version of the other user.
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(sent[2]).toMatchObject({
    version: 10,
    contract: { productName: 'Theirs', riskClass: 'Preferred' },
  });
});

test('shows server errors next to their fields and keeps typed values', async () => {
  const taken = [{ field: 'contract.policyNumber', code: 'taken', message: 'This number is taken.' }];
  const { user } = open({ 'POST allpolicy/p1': () => problem(409, 'taken', 'Taken.', taken) }, '?panel=edit');
  const number = await screen.findByRole('textbox', { name: /Policy number/ });
  await user.type(number, '5');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('This number is taken.')).toBeInTheDocument();
  expect(number).toHaveValue('AB-0012345');
});

test('recomputes the annualized premium, unless one was entered', async () => {
  const paid = { premiumMode: 'Monthly', modalPremium: '100.00', annualizedPremium: '1190.00' };
  const { user } = open(
    { 'GET allpolicy/p1': () => record(paid), 'POST allpolicy/check?uuid=p1': () => [] },
    '?panel=edit',
  );
  const premium = await screen.findByRole('textbox', { name: 'Modal premium' });
  const annualized = screen.getByRole('textbox', { name: 'Annualized premium' });
  const enter = async (input: HTMLElement, text: string) => {
    await user.clear(input);
    await user.type(input, text);
    await user.tab();
  };
  await enter(premium, '150');
  expect(annualized).toHaveValue('$1,800.00');
  await enter(premium, '$100.00');
  expect(annualized).toHaveValue('$1,190.00');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Premium mode' }), 'Quarterly');
  await user.tab();
  expect(annualized).toHaveValue('$400.00');
  await enter(annualized, '410');
  await enter(premium, '120');
  expect(annualized).toHaveValue('410');
});

test('checks fields when they lose the focus, and reports each next to its field', async () => {
  const { user, server } = open(
    {
      'POST allpolicy/check?uuid=p1': ({ body }) => {
        const { contract, riders } = body as {
          contract: { issueDate: string | null; deathBenefit: string | null };
          riders: { rollUpRate: string | null }[];
        };
        return [
          contract.issueDate === '1849-01-01' && {
            field: 'contract.issueDate',
            code: 'too_early',
            message: 'The issue date is before 1850.',
          },
          contract.deathBenefit === null && {
            field: 'contract.deathBenefit',
            code: 'required_in_force',
            message: 'Enter a death benefit.',
          },
          riders[0]?.rollUpRate === '101' && {
            field: 'riders[0].rollUpRate',
            code: 'percent_range',
            message: 'Enter a percentage from 0 to 100.',
          },
        ].filter(Boolean);
      },
    },
    '?panel=edit',
  );
  const benefit = await screen.findByRole('textbox', { name: 'Death benefit' });
  await user.clear(benefit);
  await user.type(benefit, '12,34');
  await user.tab();
  expect(benefit).toHaveAccessibleDescription(/Check the thousands separators/);
  const issued = screen.getByLabelText('Issue date');
  fireEvent.change(issued, { target: { value: '1849-01-01' } });
  fireEvent.blur(issued);
  await waitFor(() => expect(issued).toHaveAccessibleDescription('The issue date is before 1850.'));
  expect(benefit).toHaveAccessibleDescription(/Check the thousands separators/);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
  expect(issued).toHaveAccessibleDescription('The issue date is before 1850.');
  expect(benefit).toHaveAccessibleDescription(/Check the thousands separators/);

  fireEvent.change(issued, { target: { value: '2020-01-01' } });
  await user.clear(benefit);
  await user.type(benefit, '1234');
  // Only guarantees of annuities have rates.
  expect(screen.queryByRole('textbox', { name: 'Roll-up rate (%)' })).not.toBeInTheDocument();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Rider' }), 'GLWB');
  expect(screen.queryByRole('textbox', { name: 'Benefit amount' })).not.toBeInTheDocument();
  const rate = screen.getByRole('textbox', { name: 'Roll-up rate (%)' });
  await user.type(rate, '101');
  await user.tab();
  await waitFor(() => expect(rate).toHaveAccessibleDescription('Enter a percentage from 0 to 100.'));
  expect(benefit).not.toHaveAccessibleDescription();
  expect(issued).not.toHaveAccessibleDescription();
  expect(server.of('allpolicy/p1')).toHaveLength(1);
});

test('shows unreadable values and what the server rejects in one round', async () => {
  const early = { field: 'contract.issueDate', code: 'too_early', message: 'The issue date is before 1850.' };
  let isDown = false;
  const { user, server } = open(
    { 'POST allpolicy/check?uuid=p1': () => (isDown ? problem(500, 'internal', 'x') : [early]) },
    '?panel=edit',
  );
  const benefit = await screen.findByRole('textbox', { name: 'Death benefit' });
  fireEvent.change(benefit, { target: { value: '12,34' } });
  fireEvent.change(screen.getByLabelText('Issue date'), { target: { value: '1849-01-01' } });
  const save = screen.getByRole('button', { name: 'Save' });
  await user.click(save);
  expect(await screen.findByText('The issue date is before 1850.')).toBeInTheDocument();
  expect(benefit).toHaveAccessibleDescription(/Check the thousands separators/);
  expect(server.of('allpolicy/p1')).toHaveLength(1);

  // If the check fails, the known errors stay.
  isDown = true;
  await user.click(save);
  await waitFor(() => expect(save).toBeEnabled());
  expect(screen.getByText('The issue date is before 1850.')).toBeInTheDocument();
  expect(benefit).toHaveAccessibleDescription(/Check the thousands separators/);
});

test('a later check replaces one that is still running', async () => {
  const responders: ((found: unknown[]) => void)[] = [];
  const { user, server } = open(
    {
      'POST allpolicy/check?uuid=p1': () => new Promise<unknown[]>((resolve) => responders.push(resolve)),
    },
    '?panel=edit',
  );
  const early = { field: 'contract.productName', code: 'too_long', message: 'Late answer.' };
  const number = await screen.findByRole('textbox', { name: /Policy number/ });
  // Each field is left only after the check of the previous one has begun.
  await waitFor(() => expect(number).toHaveFocus());
  await user.click(screen.getByRole('textbox', { name: 'Product' }));
  await waitFor(() => expect(responders).toHaveLength(1));
  await user.click(number);
  await waitFor(() => expect(responders).toHaveLength(2));
  expect(server.of('allpolicy/check?uuid=p1')[0]?.signal?.aborted).toBe(true);
  await act(async () => {
    responders[0]?.([early]);
    responders[1]?.([{ field: 'contract.policyNumber', code: 'taken', message: 'This number is taken.' }]);
  });
  expect(await screen.findByText('This number is taken.')).toBeInTheDocument();
  expect(screen.queryByText('Late answer.')).not.toBeInTheDocument();
});

test('returns to the searched list after deleting a policy', async () => {
  storeNeighbors(['/business/policies/p1'], '/business/policies?q=lee&f=status:is:Active');
  const { user, router } = open({ 'DELETE allpolicy/p1': () => json(204, null) });
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete policy' }));
  expect(await screen.findByText('The list')).toBeInTheDocument();
  expect(router.state.location.search).toBe('?q=lee&f=status:is:Active');
  storeNeighbors([]);
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
