import { fakeServer, json, problem, type FakeRequest } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, waitFor, within } from '@testing-library/react';
import type { ContractTransaction, TransactionHistory, TransactionInput } from 'firmbook-wasm';
import { axe } from 'jest-axe';
import type { AnyRecord } from '../../api/get-contract';
import { linesOfBusiness, type ContractNoun } from '../../lines-of-business';
import { TransactionsTab } from './transactions-tab';

const transaction = (change: Partial<ContractTransaction> = {}): ContractTransaction => ({
  uuid: 't1',
  name: 'Loan of $5,000.00 on 03/01/2024',
  kind: 'Loan',
  kindLabel: 'Loan',
  transactionDate: '2024-03-01',
  amount: '5000.00',
  surrenderCharge: null,
  taxWithheld: null,
  note: null,
  balanceAfter: '5000.00',
  version: 4,
  ...change,
});

const withdrawal = (change: Partial<ContractTransaction> = {}) =>
  transaction({
    uuid: 't2',
    name: 'Withdrawal of $900.00 on 06/01/2025',
    kind: 'Withdrawal',
    kindLabel: 'Withdrawal',
    transactionDate: '2025-06-01',
    amount: '900.00',
    surrenderCharge: '12.50',
    taxWithheld: '90.00',
    note: 'New roof',
    balanceAfter: null,
    ...change,
  });

const history = (
  transactions: ContractTransaction[],
  change: Partial<TransactionHistory> = {},
): TransactionHistory => ({
  transactions,
  totalWithdrawn: '0',
  loan: null,
  contractYear: null,
  distributions: null,
  warnings: [],
  ...change,
});

const LOAN = { outstanding: '4200.00', borrowed: '5000.00', interest: '200.00', repaid: '1000.00' };

function open(
  noun: ContractNoun,
  load: () => unknown,
  routes: Record<string, (request: FakeRequest) => unknown> = {},
  { search = '', write = true } = {},
) {
  const line = linesOfBusiness[noun];
  const server = fakeServer({ [`GET ${line.resource}/p1/transactions`]: load, ...routes });
  const record = { uuid: 'p1', contract: { issueDate: '2020-03-01' } } as AnyRecord;
  const may = { read: true, write };
  const view = renderPage(null, {
    address: `/p${search}`,
    features: { allPolicies: may, annuities: may },
    routes: [{ path: '/p', element: <TransactionsTab line={line} record={record} /> }],
  });
  return { ...view, server };
}

const figures = async () =>
  within(await screen.findByLabelText('Figures'))
    .getAllByRole('definition')
    .map((item) => item.textContent);

test('shows the loan of a policy with the balance after each transaction', async () => {
  const warning = 'The policy shows a loan balance of $0.00, but the transactions add up to $4,200.00.';
  const shown = history([withdrawal(), transaction()], {
    loan: LOAN,
    totalWithdrawn: '900.00',
    warnings: [warning],
  });
  const { container } = open('policy', () => shown, {}, { write: false });
  expect(await figures()).toEqual(['$4,200.00', '$5,000.00', '$200.00', '$1,000.00', '$900.00']);
  expect(screen.getByRole('list', { name: 'Warnings' })).toHaveTextContent(warning);
  const rows = within(screen.getByRole('table', { name: 'Loans and withdrawals' })).getAllByRole('row');
  const cells = rows.slice(1).map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(cells).toEqual([
    ['06/01/2025', 'Withdrawal', '$900.00', '$12.50', '$90.00', '-', 'New roof'],
    ['03/01/2024', 'Loan', '$5,000.00', '-', '-', '$5,000.00', '-'],
  ]);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  expect((await axe(container)).violations).toEqual([]);
});

test('compares withdrawals from an annuity with the free amount and the required distributions', async () => {
  const contractYear = {
    from: '2026-03-01',
    to: '2027-02-28',
    withdrawn: '1900.50',
    freeAmount: '10000.00',
    basis: '10% of the contract value of $100,000.00.',
  };
  const distributions = { year: 2026, taken: '400.00', required: '900.00' };
  const shown = history([withdrawal()], { contractYear, distributions, totalWithdrawn: '2800.50' });
  const { container } = open('annuity', () => shown);
  expect(await figures()).toEqual(['$1,900.50', '$10,000.00', '$400.00 of $900.00', '$2,800.50']);
  expect(
    screen.getByText('Contract year 03/01/2026 to 02/28/2027. 10% of the contract value of $100,000.00.'),
  ).toBeInTheDocument();
  const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(headings).not.toContain('Loan balance');
  expect(screen.queryByRole('list', { name: 'Warnings' })).not.toBeInTheDocument();
  expect((await axe(container)).violations).toEqual([]);
});

test('validates fields on blur, and adds a loan without deductions', async () => {
  let all: ContractTransaction[] = [];
  const { user, server, router } = open('policy', () => history(all), {
    'POST allpolicy/p1/transactions': ({ body }) => {
      const { amount } = body as TransactionInput;
      if (amount === '9,999') {
        const message = 'Enter a smaller amount.';
        return problem(400, 'invalid', 'Please check.', [{ field: 'amount', code: 'limit', message }]);
      }
      all = [transaction()];
      return json(201, all[0]);
    },
  });
  expect(await screen.findByText(/No loans or withdrawals yet/)).toBeInTheDocument();
  expect(screen.queryByLabelText('Figures')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Add transaction' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add transaction' }));
  const kind = dialog.getByRole('combobox', { name: /Type/ });
  await waitFor(() => expect(kind).toHaveFocus());
  const labels = within(kind)
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
  expect(labels).toEqual(['Loan', 'Loan repayment', 'Loan interest', 'Withdrawal']);
  await user.selectOptions(kind, 'Withdrawal');
  await user.type(dialog.getByRole('textbox', { name: 'Surrender charge' }), '50');
  await user.selectOptions(kind, 'Loan');
  expect(dialog.queryByRole('textbox', { name: 'Surrender charge' })).not.toBeInTheDocument();

  const amount = dialog.getByRole('textbox', { name: /Amount/ });
  await user.type(amount, '0');
  expect(amount).toBeValid();
  await user.tab();
  expect(await dialog.findByText('Enter an amount greater than zero.')).toBeInTheDocument();
  await user.clear(amount);
  await user.type(amount, '9,999');
  const date = dialog.getByLabelText(/Date/);
  await user.type(date, '2020-02-29');
  await user.click(dialog.getByRole('button', { name: 'Add transaction' }));
  expect(dialog.getByText('Enter a date on or after the issue date, 03/01/2020.')).toBeInTheDocument();
  expect(date).toHaveFocus();
  expect(server.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  await user.clear(date);
  await user.type(date, '2024-03-01');
  await user.click(dialog.getByRole('button', { name: 'Add transaction' }));
  expect(await dialog.findByText('Enter a smaller amount.')).toBeInTheDocument();
  await user.clear(amount);
  await user.type(amount, '5,000');
  await user.click(dialog.getByRole('button', { name: 'Add transaction' }));
  expect(await screen.findByText('Loan of $5,000.00 on 03/01/2024 added')).toBeInTheDocument();
  const sent = server.requests.findLast(({ method }) => method === 'POST');
  expect(sent?.headers['idempotency-key']).toBeTruthy();
  expect(sent?.body).toEqual({
    version: null,
    kind: 'Loan',
    transactionDate: '2024-03-01',
    amount: '5,000',
    surrenderCharge: '',
    taxWithheld: '',
    note: '',
  });
  expect(router.state.location.search).toBe('');
  expect(await screen.findByRole('rowheader', { name: '03/01/2024' })).toBeInTheDocument();
});

test('resolves a version conflict field by field', async () => {
  const theirs = withdrawal({ version: 7, amount: '950.00', taxWithheld: '95.00' });
  const conflict = { code: 'version_conflict', message: '', errors: [], traceId: 't', current: theirs };
  const sent: TransactionInput[] = [];
  const { user } = open('annuity', () => history([withdrawal()]), {
    'PUT allannuity/p1/transactions/t2': ({ body }) => {
      sent.push(body as TransactionInput);
      return sent.length === 1 ? json(409, conflict) : withdrawal({ version: 8 });
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Withdrawal of $900.00 on 06/01/2025' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit transaction' }));
  const amount = dialog.getByRole('textbox', { name: /Amount/ });
  expect(amount).toHaveValue('$900.00');
  await user.clear(amount);
  await user.type(amount, '1000');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  const choice = await screen.findByRole('group', { name: 'Amount' });
  await user.click(within(choice).getByRole('radio', { name: /Keep mine \$1,000\.00/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Withdrawal of $900.00 on 06/01/2025 saved')).toBeInTheDocument();
  expect(sent[1]).toMatchObject({ version: 7, amount: '1000', taxWithheld: '$95.00', note: 'New roof' });
});

test('deletes a transaction, and Undo restores it', async () => {
  let all = [transaction()];
  const { user } = open('policy', () => history(all), {
    'DELETE allpolicy/p1/transactions/t1?version=4': () => {
      all = [];
      return json(204, null);
    },
    'POST allpolicy/p1/transactions/t1/restore': () => {
      all = [transaction({ version: 6 })];
      return all[0];
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Delete Loan of $5,000.00 on 03/01/2024' }));
  expect(await screen.findByText(/No loans or withdrawals yet/)).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add transaction' })).toHaveFocus());
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Loan of $5,000.00 on 03/01/2024 restored')).toBeInTheDocument();
  expect(await screen.findByRole('rowheader', { name: '03/01/2024' })).toBeInTheDocument();
});

test('reports a failed deletion and keeps the transaction', async () => {
  const { user } = open('policy', () => history([transaction()]), {
    'DELETE allpolicy/p1/transactions/t1?version=4': () =>
      problem(409, 'version_conflict', 'Changed meanwhile.'),
  });
  await user.click(await screen.findByRole('button', { name: 'Delete Loan of $5,000.00 on 03/01/2024' }));
  expect(await screen.findByText('Update Failed.')).toBeInTheDocument();
  expect(screen.getByRole('rowheader', { name: '03/01/2024' })).toBeInTheDocument();
});

test('offers to load the transactions again after a failure', async () => {
  let isDown = true;
  const { user } = open('annuity', () =>
    isDown ? problem(422, 'refused', 'Not now.') : history([withdrawal()]),
  );
  const retry = await screen.findByRole('button', { name: 'Retry' });
  expect(screen.getByRole('alert')).toHaveTextContent('The withdrawals could not be loaded.');
  isDown = false;
  await user.click(retry);
  expect(await screen.findByRole('table', { name: 'Withdrawals' })).toBeInTheDocument();
});
