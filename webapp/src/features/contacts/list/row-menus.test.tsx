import { agentsPage, fakeServer, json, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, waitFor, within } from '@testing-library/react';
import type { Permissions } from 'firmbook-wasm';
import { agent } from '../record/testing';
import { ContactsPage } from './contacts-page';

const may = { read: true, write: true };
const sees = { read: true, write: false };

/** Opens the menu of the first agent. */
async function openMenu(
  routes: Parameters<typeof fakeServer>[0] = {},
  features: Partial<Permissions['features']> = { contacts: may, deleteContacts: may, enhancedMerge: sees },
) {
  const server = fakeServer({
    'GET TableState/agents': () => null,
    'POST FirmAgent/search': ({ body }) => agentsPage(body, 3),
    'POST FirmAgent/totals': () => ({}),
    ...routes,
  });
  const page = renderPage(<ContactsPage kind="agent" />, {
    address: '/?q=agent',
    features,
    routes: [{ path: '/people/agents/:uuid', element: <p>The record</p> }],
  });
  await screen.findByText('Agent 0');
  const name = document.querySelector('[data-row="0"] > [data-column="2"]') as HTMLElement;
  await page.user.click(name);
  await page.user.click(await screen.findByRole('button', { name: 'Row actions' }));
  await screen.findByRole('menuitem', { name: 'Copy link' });
  return { server, ...page };
}

const items = () => screen.getAllByRole('menuitem').map((item) => item.textContent);
const choose = async (user: Awaited<ReturnType<typeof openMenu>>['user'], name: string) =>
  user.click(screen.getByRole('menuitem', { name }));

test('offers only permitted actions', async () => {
  const { unmount } = await openMenu();
  const reading = ['Open', 'Open in new tab', 'Copy link'];
  const writing = ['Edit', 'Attach to policy or annuity', 'Find duplicates', 'Delete agent'];
  expect(items()).toEqual([...reading, ...writing]);
  expect(screen.getByRole('menuitem', { name: 'Find duplicates' })).toHaveAttribute(
    'href',
    '/administration/duplicates?q=Agent%200',
  );
  unmount();
  await openMenu({}, { contacts: sees });
  expect(items()).toEqual(reading);
});

test('Edit opens the form on the agent’s page', async () => {
  const { user, router } = await openMenu();
  await choose(user, 'Edit');
  expect(await screen.findByText('The record')).toBeVisible();
  expect(router.state.location).toMatchObject({ pathname: '/people/agents/uuid-0', search: '?panel=edit' });
});

test('deletes an agent, with Undo, and keeps the search', async () => {
  const { user, router, server } = await openMenu({
    'DELETE FirmAgent/1/agent/uuid-0': () => json(204, null),
    'POST FirmAgent/1/agent/uuid-0/restore': () => agent(),
  });
  await choose(user, 'Delete agent');
  expect(await screen.findByText('Agent 0 deleted')).toBeVisible();
  expect(router.state.location.search).toBe('?q=agent');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.of('FirmAgent/1/agent/uuid-0/restore')).toHaveLength(1));
});

test('asks who takes over the contracts of an agent', async () => {
  const { user, server } = await openMenu({
    'DELETE FirmAgent/1/agent/uuid-0': () => problem(422, 'in_force_contracts', 'Party to 3 contracts.'),
    'GET FirmAgent/agent/uuid-0': () => agent({ uuid: 'uuid-0' }),
    'GET FirmAgent?searchText=smith&rowCount=20': () => [
      { uuid: 'u2', displayName: 'Smith, Aaron', detail: null },
    ],
    'DELETE FirmAgent/1/agent/uuid-0?reassignTo=u2': () => json(204, null),
  });
  await choose(user, 'Delete agent');
  const dialog = await screen.findByRole('dialog', { name: 'Delete Dana Whitfield' });
  expect(dialog).toHaveTextContent('Party to 3 contracts.');
  await user.type(within(dialog).getByRole('combobox'), 'smith');
  await within(dialog).findAllByRole('option');
  await user.keyboard('{Enter}');
  await user.click(within(dialog).getByRole('button', { name: 'Delete and move to Smith, Aaron' }));
  await waitFor(() => expect(server.of('FirmAgent/1/agent/uuid-0?reassignTo=u2')).toHaveLength(1));
  expect(await screen.findByText('Whitfield, Dana deleted; Smith, Aaron takes over')).toBeVisible();
});

test('opens the dialog that attaches the agent', async () => {
  const { user } = await openMenu();
  await choose(user, 'Attach to policy or annuity');
  expect(await screen.findByRole('dialog', { name: /Agent 0/ })).toBeVisible();
});
