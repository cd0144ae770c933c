import { agentsPage, fakeServer, json, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, waitFor } from '@testing-library/react';
import { ContactsPage } from './contacts-page';

const routes = {
  'GET TableState/agents': () => null,
  'POST FirmAgent/search': ({ body }: { body: unknown }) => agentsPage(body, 3),
  'POST FirmAgent/totals': () => ({ policyCount: 1, deathBenefit: '1.00' }),
};

const check = async (user: ReturnType<typeof renderPage>['user'], row: number) => {
  await screen.findByText(`Agent ${row}`);
  const cell = document.querySelector<HTMLElement>(`[data-row="${row}"] > [data-column="0"]`);
  if (cell) await user.click(cell);
};

test('adds an agent from the panel and reloads the list', async () => {
  const server = fakeServer({
    ...routes,
    'POST FirmAgent/1': () => json(201, { uuid: 'new', displayName: 'Whitfield, Dana' }),
  });
  const { user, router } = renderPage(<ContactsPage kind="agent" />);
  await screen.findByText('Agent 0');
  await user.click(screen.getByRole('button', { name: 'Add agent' }));
  await user.type(await screen.findByRole('textbox', { name: /First name/ }), 'Dana');
  await user.type(screen.getByRole('textbox', { name: /Last name/ }), 'Whitfield');
  expect(router.state.location.search).toBe('?panel=add');
  const searchCount = server.of('FirmAgent/search').length;
  await user.click(screen.getAllByRole('button', { name: 'Add agent' }).at(-1) as HTMLElement);
  expect(await screen.findByText('Whitfield, Dana added')).toBeInTheDocument();
  await waitFor(() => expect(server.of('FirmAgent/search').length).toBeGreaterThan(searchCount));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test('starts with the owner type in the link', async () => {
  fakeServer({
    'GET TableState/owners': () => null,
    'POST FirmOwner/search': () => ({ items: [], totalRecords: 0, cursor: null }),
    'POST FirmOwner/totals': () => ({}),
    'GET FirmOwner/columns': () => [],
  });
  const { user, router } = renderPage(<ContactsPage kind="owner" />, { address: '/?panel=add&ownerType=2' });
  expect(await screen.findByRole('combobox', { name: /Owner type/ })).toHaveValue('2');
  expect(screen.getByRole('textbox', { name: /Name of the trust/ })).toHaveValue('');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test('asks before discarding typed values', async () => {
  fakeServer(routes);
  const { user, router } = renderPage(<ContactsPage kind="agent" />, { address: '/?panel=add' });
  await user.type(await screen.findByRole('textbox', { name: /First name/ }), 'Dana');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('You have unsaved changes.');
  await user.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(screen.getByRole('textbox', { name: /First name/ })).toHaveValue('Dana');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test('opens the comparison of two to five selected agents', async () => {
  fakeServer(routes);
  const { user, router } = renderPage(<ContactsPage kind="agent" />, {
    features: { contacts: { read: true, write: true }, enhancedMerge: { read: true, write: true } },
  });
  await check(user, 0);
  await user.click(screen.getByRole('button', { name: 'Merge' }));
  expect(await screen.findByText('Select 2 to 5 agents to merge')).toBeVisible();
  await check(user, 1);
  await user.click(screen.getByRole('button', { name: 'Merge' }));
  const { pathname, search } = router.state.location;
  expect(pathname + search).toBe('/administration/duplicates/merge?kind=agent&id=uuid-0&id=uuid-1');
});

test('restores deleted agents and explains those that cannot be deleted', async () => {
  const server = fakeServer({
    ...routes,
    'DELETE FirmAgent/1/agent/uuid-0': () => json(204, null),
    'DELETE FirmAgent/1/agent/uuid-1': () => problem(422, 'in_force', 'Contracts in force are linked.'),
    'POST FirmAgent/1/agent/uuid-0/restore': () => ({ uuid: 'uuid-0' }),
  });
  const { user } = renderPage(<ContactsPage kind="agent" />);
  await check(user, 0);
  await check(user, 1);
  expect(screen.getByText('2 selected')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('1 of 2 not deleted: Contracts in force are linked.')).toBeInTheDocument();
  expect(await screen.findByText('Delete Failed.')).toBeInTheDocument();
  expect(screen.getByText('1 selected')).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.of('FirmAgent/1/agent/uuid-0/restore')).toHaveLength(1));
});

test('hides write actions from read-only users', async () => {
  fakeServer(routes);
  const { user } = renderPage(<ContactsPage kind="agent" />, {
    features: { contacts: { read: true, write: false } },
  });
  await check(user, 0);
  expect(screen.queryByRole('button', { name: /Add|Delete|Export/ })).not.toBeInTheDocument();
});

test('requests no rows without read access', async () => {
  const server = fakeServer(routes);
  renderPage(<ContactsPage kind="agent" />, { features: {} });
  expect(await screen.findByText('You don’t have access to agents')).toBeInTheDocument();
  expect(server.of('FirmAgent/search')).toHaveLength(0);
});
