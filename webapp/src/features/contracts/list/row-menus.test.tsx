import { fakeServer, json } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, waitFor } from '@testing-library/react';
import type { Permissions } from 'firmbook-wasm';
import { ContractsPage } from './contracts-page';

const may = { read: true, write: true };
const sees = { read: true, write: false };
const row = { uuid: 'p-1', policyNumber: 'AB-001234', status: 'LapsePending', deathBenefit: '1.00' };
const record = {
  uuid: 'p-1',
  version: 3,
  contract: { policyNumber: 'AB-001234', status: 'LapsePending', statusDate: '2026-01-02' },
  carrier: { name: 'Cedar Life' },
  parties: [],
};

/** Opens the menu of the policy. */
async function openMenu(
  routes: Parameters<typeof fakeServer>[0] = {},
  features: Partial<Permissions['features']> = { allPolicies: may, deleteContacts: may },
) {
  const server = fakeServer({
    'GET TableState/policies': () => null,
    'POST allpolicy/search': () => ({ items: [row], totalRecords: 1, cursor: 'c' }),
    'POST allpolicy/totals': () => ({}),
    ...routes,
  });
  const page = renderPage(<ContractsPage line="policy" />, { features });
  await screen.findByText('AB-001234');
  await page.user.click(screen.getByText('Lapse Pending'));
  await page.user.click(await screen.findByRole('button', { name: 'Row actions' }));
  await screen.findByRole('menuitem', { name: 'Copy link' });
  return { server, ...page };
}

const items = () => screen.getAllByRole('menuitem').map((item) => item.textContent);

test('offers only permitted actions', async () => {
  const { unmount } = await openMenu();
  const reading = ['Open', 'Open in new tab', 'Copy link'];
  expect(items()).toEqual([...reading, 'Edit', 'Change status', 'Delete policy']);
  unmount();
  await openMenu({}, { allPolicies: sees });
  expect(items()).toEqual(reading);
});

test('deletes a policy, with Undo', async () => {
  const { user, server } = await openMenu({
    'DELETE allpolicy/p-1': () => json(204, null),
    'POST allpolicy/p-1/restore': () => record,
  });
  await user.click(screen.getByRole('menuitem', { name: 'Delete policy' }));
  expect(await screen.findByText('AB-001234 deleted')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.of('allpolicy/p-1/restore')).toHaveLength(1));
  expect(await screen.findByText('AB-001234 is back')).toBeVisible();
});

test('loads the policy to change its status', async () => {
  const { user, server } = await openMenu({ 'GET allpolicy/p-1': () => record });
  expect(server.of('allpolicy/p-1')).toHaveLength(0);
  await user.click(screen.getByRole('menuitem', { name: 'Change status' }));
  const dialog = await screen.findByRole('dialog', { name: /status/ });
  expect(dialog).toHaveTextContent('AB-001234');
});

test('explains why the status cannot be changed', async () => {
  const { user } = await openMenu({ 'GET allpolicy/p-1': () => json(500, {}) });
  await user.click(screen.getByRole('menuitem', { name: 'Change status' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});
