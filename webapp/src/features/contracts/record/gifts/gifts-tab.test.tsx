import { fakeServer, json, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { fireEvent, screen } from '@testing-library/react';
import { axe } from 'jest-axe';
import { GiftsTab } from './gifts-tab';

const TRUST = { uuid: '00000000-0000-4000-8000-000000000001', name: 'Lee Family Trust' };
const gift = (changed: object = {}) => ({
  uuid: 'g1',
  version: 1,
  trustUuid: TRUST.uuid,
  trustName: TRUST.name,
  amount: '12500.00',
  giftDate: '2026-12-01',
  letterDate: '2026-12-04',
  windowEnds: '2027-01-03',
  premiumDue: '2027-01-15',
  receivedOn: null,
  lettersSentOn: null,
  premiumPaidOn: null,
  state: 'Planned',
  stateLabel: 'Planned',
  ...changed,
});

const open = (routes: Parameters<typeof fakeServer>[0], search = '', write = true) => {
  const server = fakeServer({
    'GET allpolicy/p1/gifts': () => ({ gifts: [gift()], trusts: [TRUST], next: null, warnings: [] }),
    ...routes,
  });
  const view = renderPage(null, {
    address: `/p${search}`,
    features: { allPolicies: { read: true, write } },
    routes: [{ path: '/p', element: <GiftsTab uuid="p1" /> }],
  });
  return { ...view, server };
};

test('validates fields on blur, and adds a gift for the only trust', async () => {
  const { user, server, container } = open({
    'POST allpolicy/p1/gifts': ({ body }) =>
      (body as { amount: string }).amount === '9,999'
        ? problem(400, 'invalid', 'Please check.', [
            { field: 'amount', code: 'limit', message: 'Enter a smaller amount.' },
          ])
        : json(201, gift({ uuid: 'g2' })),
    'DELETE allpolicy/p1/gifts/g2': () => json(204, null),
  });
  await screen.findByRole('rowheader', { name: 'Lee Family Trust' });
  expect((await axe(container)).violations).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Add gift' }));
  expect(await screen.findByRole('combobox', { name: /Trust/ })).toHaveValue(TRUST.uuid);
  const amount = screen.getByRole('textbox', { name: /Amount/ });
  await user.type(amount, '0');
  expect(screen.queryByText('Enter an amount greater than zero.')).not.toBeInTheDocument();
  await user.tab();
  expect(screen.getByText('Enter an amount greater than zero.')).toBeInTheDocument();
  await user.clear(amount);
  await user.type(amount, '9,999');
  await user.type(screen.getByLabelText(/Gift date/), '2026-12-01');
  await user.type(screen.getByLabelText(/Premium due/), '2027-01-15');
  await user.clear(screen.getByLabelText(/Letters due/));
  await user.type(screen.getByLabelText(/Letters due/), '2026-11-30');
  await user.tab();
  expect(screen.getByText('The letter date cannot be before the gift date.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(server.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  const letters = screen.getByLabelText(/Letters due/);
  expect(letters).toHaveFocus();
  await user.clear(letters);
  await user.type(letters, '2026-12-04');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter a smaller amount.')).toBeInTheDocument();
  expect(amount).toHaveFocus();
  await user.clear(amount);
  await user.type(amount, '5,000');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Gift added')).toBeInTheDocument();
  expect(server.requests.findLast(({ method }) => method === 'POST')?.body).toMatchObject({
    trustUuid: TRUST.uuid,
    amount: '5,000',
    version: null,
  });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(server.of('allpolicy/p1/gifts/g2').map(({ method }) => method)).toEqual(['DELETE']);
});

test('starts with the next planned gift, and recomputes its dates for a different premium', async () => {
  const next = {
    trustUuid: TRUST.uuid,
    amount: '12500.00',
    giftDate: '2027-12-01',
    letterDate: '2027-12-04',
    premiumDue: '2028-01-15',
  };
  const warnings = ['2027 gifts to Lee Family Trust total $60,000.00.'];
  const { user, server } = open(
    {
      'GET allpolicy/p1/gifts': () => ({ gifts: [], trusts: [TRUST], next, warnings }),
      'POST allpolicy/p1/gifts': () => json(201, gift({ uuid: 'g2' })),
    },
    '?gift=new',
  );
  expect(await screen.findByRole('list', { name: 'Limits' })).toHaveTextContent('total $60,000.00');
  const [due, date, letters] = await Promise.all(
    [/Premium due/, /Gift date/, /Letters due/].map((label) =>
      screen.findByLabelText<HTMLInputElement>(label),
    ),
  );
  expect([due?.value, date?.value, letters?.value]).toEqual(['2028-01-15', '2027-12-01', '2027-12-04']);
  expect(screen.getByRole('textbox', { name: /Amount/ })).toHaveValue('$12,500.00');
  fireEvent.change(letters as HTMLInputElement, { target: { value: '2027-12-10' } });
  fireEvent.change(due as HTMLInputElement, { target: { value: '2028-01-31' } });
  // The letter date was entered, so it is kept.
  expect([due?.value, date?.value, letters?.value]).toEqual(['2028-01-31', '2027-12-17', '2027-12-10']);
  fireEvent.change(letters as HTMLInputElement, { target: { value: '2027-12-20' } });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Gift added')).toBeInTheDocument();
  expect(server.requests.findLast(({ method }) => method === 'POST')?.body).toMatchObject({
    trustUuid: TRUST.uuid,
    giftDate: '2027-12-17',
    letterDate: '2027-12-20',
    premiumDue: '2028-01-31',
    premiumPaidOn: '',
  });
});

test('warns about a premium that is paid while the window is open', async () => {
  const paid = { receivedOn: '2026-10-01', lettersSentOn: '2026-10-02', premiumPaidOn: '2026-10-20' };
  const { user } = open(
    {
      'GET allpolicy/p1/gifts': () => ({ gifts: [gift(paid)], trusts: [TRUST], next: null, warnings: [] }),
      'PUT allpolicy/p1/gifts/g1': () => gift({ ...paid, version: 2 }),
    },
    '?gift=g1',
  );
  expect(await screen.findByLabelText('Premium paid on')).toHaveAccessibleDescription(
    'The withdrawal window is open until 11/01/2026.',
  );
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Gift saved')).toBeInTheDocument();
});

test('overwrites a concurrent change only after a second Save', async () => {
  const theirs = gift({ version: 2, amount: '9000.00' });
  const conflict = { code: 'version_conflict', message: '', errors: [], traceId: 't', current: theirs };
  const { user } = open(
    {
      'PUT allpolicy/p1/gifts/g1': ({ body }) =>
        (body as { version: number }).version === 2 ? gift({ version: 3 }) : json(409, conflict),
    },
    '?gift=g1',
  );
  expect(await screen.findByRole('textbox', { name: /Amount/ })).toHaveValue('$12,500.00');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/This gift was changed while you were editing/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Gift saved')).toBeInTheDocument();
});

test('deletes a gift, and Undo adds it again', async () => {
  const { user, server } = open({
    'DELETE allpolicy/p1/gifts/g1': () => json(204, null),
    'POST allpolicy/p1/gifts': () => json(201, gift({ uuid: 'g3' })),
  });
  await user.click(await screen.findByRole('button', { name: 'Delete the gift of 12/01/2026' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(server.requests.findLast(({ method }) => method === 'POST')?.body).toMatchObject({
    amount: '$12,500.00',
    premiumDue: '2027-01-15',
  });
});

test('shows next to the trust why it cannot receive a gift', async () => {
  const because = 'A revocable trust cannot send Crummey letters, because the grantor can take gifts back.';
  const refusal = { field: 'trustUuid', code: 'no_letters', message: because };
  const { user } = open(
    { 'POST allpolicy/p1/gifts': () => problem(400, 'invalid', 'Please check.', [refusal]) },
    '?gift=new',
  );
  await user.type(await screen.findByRole('textbox', { name: /Amount/ }), '5,000');
  await user.type(screen.getByLabelText(/Gift date/), '2026-12-01');
  await user.type(screen.getByLabelText(/Letters due/), '2026-12-04');
  await user.type(screen.getByLabelText(/Premium due/), '2027-01-15');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(because)).toBeInTheDocument();
  expect(screen.getByRole('combobox', { name: /Trust/ })).toHaveFocus();
  expect(screen.getByRole('textbox', { name: /Amount/ })).toHaveValue('5,000');
});

test('hides write actions from read-only users and explains that no owner is a trust', async () => {
  open(
    {
      'GET allpolicy/p1/gifts': () => ({
        gifts: [gift({ state: 'Overdue', stateLabel: 'Overdue' })],
        trusts: [],
        next: null,
        warnings: [],
      }),
    },
    '',
    false,
  );
  expect(await screen.findByText('Overdue')).toBeInTheDocument();
  expect(screen.getByText(/None of its owners is a trust/)).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
