import { fakeServer, json, problem, type FakeRequest } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { Permissions } from 'firmbook-wasm';
import { axe } from 'jest-axe';
import { ContractsPage } from './contracts-page';

const may = { read: true, write: true };
const sees = { read: true, write: false };
const CONTRACT = {
  policyNumber: 'AB-001234',
  status: 'InForce',
  productType: 'Term',
  carrierUuid: 'c-1',
  policyCashValue: '5000.00',
  policySurrenderValue: '4500.00',
  issueDate: '2015-02-03',
  policyGuard: false,
  valuesAsOf: '2026-06-30',
};
const record = (version: number, change: object = {}) => ({
  uuid: 'p-1',
  version,
  contract: { ...CONTRACT, ...change },
  carrier: { uuid: 'c-1', name: 'Cedar Life' },
  parties: [],
  riders: [],
});
const row = (uuid: string) => ({ ...CONTRACT, uuid, carrier: 'Cedar Life', canOpen: uuid !== 'p-2' });
const COLUMNS = [
  'policyNumber',
  'status',
  'carrier',
  'policyCashValue',
  'policySurrenderValue',
  'issueDate',
  'policyGuard',
];
const [STATUS, CARRIER, CASH, GUARD] = [2, 3, 4, 7] as const;
const SAVE = 'POST allpolicy/p-1';

/** Returns routes of a fake server that stores the contract. */
function storing() {
  let stored = record(3);
  return {
    'GET allpolicy/p-1': () => stored,
    [SAVE]: ({ body }: FakeRequest) => {
      const { contract, version } = body as { contract: typeof CONTRACT; version: number };
      stored = record(version + 1, { ...contract, valuesAsOf: '2026-11-30' });
      return stored;
    },
  };
}

/** Opens the list and focuses the cash value of the first policy. */
async function openList(
  routes: Parameters<typeof fakeServer>[0] = storing(),
  features: Partial<Permissions['features']> = { allPolicies: may },
) {
  const items = [row('p-1'), row('p-2')];
  const server = fakeServer({
    'GET TableState/policies': () => ({ columns: COLUMNS.map((key) => ({ key })), sort: [] }),
    'POST allpolicy/search': () => ({ items, totalRecords: 2, cursor: 'c' }),
    'POST allpolicy/totals': () => ({}),
    ...routes,
  });
  const page = renderPage(<ContractsPage line="policy" />, { features });
  await screen.findAllByText('AB-001234');
  const { user } = page;
  await user.click(cell(CASH));
  if (features.allPolicies?.write) await screen.findByRole('button', { name: 'Edit Cash Value' });
  const edit = async (text: string) => {
    await user.keyboard('{F2}');
    const input = screen.getByRole('textbox', { name: 'Cash Value' });
    await user.clear(input);
    await user.type(input, text);
    return input;
  };
  const saves = () => server.of('allpolicy/p-1').filter(({ method }) => method === 'POST');
  return { ...page, server, edit, saves };
}

const cell = (column: number, index = 0) =>
  document.querySelector(`[data-row="${index}"] > [data-column="${column}"]`) as HTMLElement;
const editor = () => screen.queryByRole('textbox', { name: /Cash Value|Surrender Value/ });

test('F2 and Enter save one field over the loaded version, and reload the list', async () => {
  const { user, edit, saves, server } = await openList();
  const searches = server.of('allpolicy/search').length;
  expect(await edit('6000')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Cash value of AB-001234 changed to $6,000.00')).toBeVisible();
  expect(saves().map(({ body }) => body)).toEqual([
    { contract: { ...CONTRACT, policyCashValue: '6000' }, version: 3, riders: null, isUndo: false },
  ]);
  expect(cell(CASH)).toHaveFocus();
  expect(editor()).toBeNull();
  await waitFor(() => expect(server.of('allpolicy/search').length).toBeGreaterThan(searches));
});

test('shows the new value while it is saved, and until the rows are reloaded', async () => {
  let respond: (stored: unknown) => void = () => undefined;
  const saved = new Promise((resolve) => {
    respond = resolve;
  });
  const { user, edit } = await openList({ 'GET allpolicy/p-1': () => record(3), [SAVE]: () => saved });
  await edit('6000');
  await user.keyboard('{Enter}');
  expect(cell(CASH)).toHaveFocus();
  expect(editor()).toHaveValue('6000');
  expect(editor()?.closest('[aria-busy]')).toHaveAttribute('aria-busy', 'true');
  respond(record(4, { policyCashValue: '6000.00' }));
  expect(await screen.findByText('Cash value of AB-001234 changed to $6,000.00')).toBeVisible();
});

test('sends nothing for an unchanged value', async () => {
  const { user, saves } = await openList();
  await user.keyboard('{F2}');
  expect(editor()).toHaveValue('$5,000.00');
  await user.keyboard('{Enter}');
  expect(editor()).toBeNull();
  expect(cell(CASH)).toHaveFocus();
  expect(saves()).toEqual([]);
});

test('Escape cancels and returns the focus to the cell', async () => {
  const { user, edit, saves } = await openList();
  await edit('7');
  await user.keyboard('{Escape}');
  expect(editor()).toBeNull();
  expect(cell(CASH)).toHaveFocus();
  expect(cell(CASH)).toHaveTextContent('$5,000');
  expect(saves()).toEqual([]);
});

test('Tab saves and opens the next editable cell, and Shift+Tab the previous one', async () => {
  const { user, edit, saves } = await openList();
  await edit('6000');
  await user.tab();
  const next = await screen.findByRole('textbox', { name: 'Surrender Value' });
  expect(next).toHaveFocus();
  await user.clear(next);
  await user.type(next, '5500');
  await user.tab({ shift: true });
  expect(await screen.findByRole('textbox', { name: 'Cash Value' })).toHaveFocus();
  expect(editor()).toHaveValue('$6,000.00');
  expect(saves().map(({ body }) => body)).toMatchObject([
    { version: 3, contract: { policyCashValue: '6000', policySurrenderValue: '4500.00' } },
    { version: 4, contract: { policyCashValue: '6000', policySurrenderValue: '5500' } },
  ]);
  // The carrier and the status are skipped.
  await user.tab({ shift: true });
  expect(screen.getByRole('textbox', { name: 'Policy Number' })).toHaveFocus();
  expect(saves()).toHaveLength(2);
});

test('Tab in the last column closes the editor', async () => {
  const { user } = await openList();
  await user.click(cell(GUARD));
  await user.keyboard('{F2}');
  expect(screen.getByRole('combobox', { name: 'PolicyGuard' })).toHaveFocus();
  await user.tab();
  expect(screen.queryByRole('combobox', { name: 'PolicyGuard' })).toBeNull();
  expect(cell(GUARD)).toHaveFocus();
});

test('leaving the editor with the mouse saves', async () => {
  const { user, edit, saves } = await openList();
  await edit('6000');
  await user.click(cell(STATUS, 1));
  await waitFor(() => expect(saves()).toHaveLength(1));
  await waitFor(() => expect(editor()).toBeNull());
  expect(cell(STATUS, 1)).toHaveFocus();
  await user.click(cell(CASH));
  await edit('7000');
  await user.click(document.body);
  await waitFor(() => expect(saves()).toHaveLength(2));
  await waitFor(() => expect(cell(CASH)).toHaveFocus());
});

test('the pencil opens the editor, and Enter and a double click still open the policy', async () => {
  const { user, router } = await openList();
  const pencil = screen.getByRole('button', { name: 'Edit Cash Value' });
  expect(pencil).toHaveAttribute('tabindex', '-1');
  await user.click(pencil);
  expect(editor()).toHaveFocus();
  await user.keyboard('{Escape}{Enter}');
  expect(router.state.location.pathname).toBe('/business/policies/p-1');
});

test('keeps the editor open if the value is invalid', async () => {
  const { user, edit, saves } = await openList();
  const input = await edit('six');
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Enter an amount');
  expect(input).toHaveFocus();
  expect(input).toBeInvalid();
  expect(input).toHaveValue('six');
  expect(saves()).toEqual([]);
});

test('shows server errors and keeps the typed value', async () => {
  const errors = [
    { field: 'contract.policyCashValue', code: 'x', message: 'Too much.', warning: false },
    { field: 'contract.issueState', code: 'x', message: 'Unknown state.', warning: false },
  ];
  let refused = errors;
  const { user, edit, baseElement } = await openList({
    'GET allpolicy/p-1': () => record(3),
    [SAVE]: () => problem(422, 'invalid', 'Check the fields.', refused),
  });
  const input = await edit('6000');
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Too much.');
  expect(input).toHaveFocus();
  expect(input).toHaveValue('6000');
  expect(await axe(baseElement, { rules: { region: { enabled: false } } })).toHaveNoViolations();
  refused = errors.slice(1);
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Issue state: Unknown state.')).toBeVisible();
});

test('shows that someone else changed the field, and saves over it on a second Enter', async () => {
  const sent: unknown[] = [];
  const { user, edit } = await openList({
    'GET allpolicy/p-1': () => record(3),
    [SAVE]: ({ body }) => {
      sent.push(body);
      return sent.length === 1
        ? json(409, {
            code: 'version_conflict',
            message: 'Changed.',
            errors: [],
            traceId: 't',
            current: record(9, { policyCashValue: '5100.00', policySurrenderValue: '1.00' }),
          })
        : record(10, { policyCashValue: '6000.00' });
    },
  });
  await edit('6000');
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Someone else changed this to $5,100.00.');
  expect(editor()).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Cash value of AB-001234 changed to $6,000.00')).toBeVisible();
  expect(sent[1]).toMatchObject({
    version: 9,
    contract: { policyCashValue: '6000', policySurrenderValue: '1.00' },
  });
});

test('keeps changes that someone else made to other fields', async () => {
  const sent: unknown[] = [];
  const { user, edit } = await openList({
    'GET allpolicy/p-1': () => record(3),
    [SAVE]: ({ body }) => {
      sent.push(body);
      const current = record(4, { policySurrenderValue: '1.00' });
      const conflict = { code: 'version_conflict', message: '', errors: [], traceId: 't', current };
      return sent.length === 1 ? json(409, conflict) : record(5, { policyCashValue: '6000.00' });
    },
  });
  await edit('6000');
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Cash value of AB-001234 changed to $6,000.00')).toBeVisible();
  expect(sent[1]).toMatchObject({ version: 4, contract: { policySurrenderValue: '1.00' } });
});

test('starts from the stored value if the row is outdated', async () => {
  const { user } = await openList({ 'GET allpolicy/p-1': () => record(8, { policyCashValue: '5200.00' }) });
  await user.keyboard('{F2}');
  await waitFor(() => expect(editor()).toHaveValue('$5,200.00'));
});

test('Undo restores the former value', async () => {
  const { user, edit, saves } = await openList();
  await edit('6000');
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Cash value of AB-001234 restored')).toBeVisible();
  expect(saves()[0]?.body).toMatchObject({ isUndo: false });
  expect(saves()[1]?.body).toMatchObject({
    version: 4,
    contract: { policyCashValue: '$5,000.00', valuesAsOf: CONTRACT.valuesAsOf },
    isUndo: true,
  });
});

test('Undo of a premium also restores the annualized premium', async () => {
  const before = {
    ...CONTRACT,
    premiumMode: 'Monthly',
    modalPremium: '100.00',
    annualizedPremium: '1190.00',
  };
  let stored = record(3, before);
  const server = fakeServer({
    'GET TableState/policies': () => ({
      columns: [{ key: 'policyNumber' }, { key: 'modalPremium' }],
      sort: [],
    }),
    'POST allpolicy/search': () => ({ items: [{ ...row('p-1'), ...before }], totalRecords: 1, cursor: 'c' }),
    'POST allpolicy/totals': () => ({}),
    'GET allpolicy/p-1': () => stored,
    [SAVE]: () =>
      (stored = record(stored.version + 1, { modalPremium: '150.00', annualizedPremium: '1800.00' })),
  });
  const { user } = renderPage(<ContractsPage line="policy" />, { features: { allPolicies: may } });
  await screen.findAllByText('AB-001234');
  await user.click(cell(2));
  await screen.findByRole('button', { name: 'Edit Modal Premium' });
  await user.keyboard('{F2}');
  const input = screen.getByRole('textbox', { name: 'Modal Premium' });
  await user.clear(input);
  await user.type(input, '150{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('Modal premium of AB-001234 restored');
  const saves = server.of('allpolicy/p-1').filter(({ method }) => method === 'POST');
  expect(saves.map(({ body }) => body)).toMatchObject([
    { contract: { modalPremium: '150' } },
    { version: 4, contract: { modalPremium: '$100.00', annualizedPremium: '1190.00' } },
  ]);
});

test('Undo does not overwrite a later change', async () => {
  let stored = record(3);
  const { user, edit, saves } = await openList({
    'GET allpolicy/p-1': () => stored,
    [SAVE]: () => record(4, { policyCashValue: '6000.00' }),
  });
  await edit('6000');
  await user.keyboard('{Enter}');
  stored = record(5, { policyCashValue: '6100.00' });
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Cash value of AB-001234 not restored')).toBeVisible();
  expect(saves()).toHaveLength(1);
});

test('offers no editor in other columns or in rows that cannot be opened', async () => {
  const { user } = await openList();
  for (const element of [cell(STATUS), cell(CARRIER), cell(CASH, 1)]) {
    // oxlint-disable-next-line no-await-in-loop -- one mouse
    await user.click(element);
    expect(screen.queryByRole('button', { name: /^Edit (?!field)/ })).toBeNull();
    // oxlint-disable-next-line no-await-in-loop -- one keyboard
    await user.keyboard('{F2}');
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(editor()).toBeNull();
  }
});

test('read-only users cannot edit, and no one can while offline', async () => {
  const { user, unmount } = await openList({}, { allPolicies: sees });
  expect(await screen.findByRole('button', { name: 'Row actions' })).toBeVisible();
  await user.keyboard('{F2}');
  expect(editor()).toBeNull();
  unmount();
  const writer = await openList();
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Edit Cash Value' })).toBeNull());
  await writer.user.keyboard('{F2}');
  expect(editor()).toBeNull();
  onLine.mockRestore();
  window.dispatchEvent(new Event('online'));
});

test('offers the choices of a flag', async () => {
  const { user, saves } = await openList();
  await user.click(cell(GUARD));
  await user.keyboard('{F2}');
  const select = screen.getByRole('combobox', { name: 'PolicyGuard' });
  expect(select).toHaveFocus();
  expect(select).toHaveValue('false');
  await user.selectOptions(select, 'Yes');
  await user.keyboard('{Enter}');
  expect(await screen.findByText('PolicyGuard of AB-001234 changed to Yes')).toBeVisible();
  expect(saves()[0]?.body).toMatchObject({ contract: { policyGuard: true } });
});
