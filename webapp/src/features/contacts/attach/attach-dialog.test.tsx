import { problem } from '@/testing/fake-server';
import { screen, waitFor, within } from '@testing-library/react';
import { agent, openAgent } from '../record/testing';

const found = (number: string, uuid: string, column: string) => ({
  totalRecords: 1,
  cursor: null,
  items: [{ uuid, [column]: number, status: 'InForce', carrier: 'Amberfield', insured: 'Ellis, Virginia' }],
});
const searches = {
  'POST allpolicy/search': () => found('41-1', 'p1', 'policyNumber'),
  'POST allannuity/search': () => found('81-1', 'a1', 'contractNumber'),
};

const foundIn = async (dialog: HTMLElement) =>
  within(await within(dialog).findByRole('listbox', { name: 'Policies and annuities' })).getAllByRole(
    'option',
  );

async function openDialog(routes: Parameters<typeof openAgent>[0]) {
  const page = openAgent({ ...searches, ...routes });
  await page.user.click(await screen.findByRole('button', { name: 'More' }));
  await page.user.click(await screen.findByRole('menuitem', { name: 'Attach to policy or annuity' }));
  const dialog = await screen.findByRole('dialog', { name: 'Attach Dana Whitfield' });
  return { ...page, dialog };
}

test('finds contracts, picks them by keyboard and attaches them; Undo detaches that role', async () => {
  const { user, dialog, server } = await openDialog({
    'PUT FirmAgent/1/policy/p1/type/2': () => agent(),
    'PUT FirmAgent/1/policy/a1/type/2': () => agent(),
  });
  await user.type(within(dialog).getByRole('combobox', { name: 'Policies and annuities' }), '41');
  expect(await foundIn(dialog)).toHaveLength(2);
  await user.keyboard('{Enter}{ArrowDown}{Enter}');
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Attach as' }), 'Servicing Agent');
  await user.click(within(dialog).getByRole('button', { name: 'Attach to 2 contracts' }));

  expect(await screen.findByText('Agent added to policy')).toBeVisible();
  expect(server.of('FirmAgent/1/policy/p1/type/2')[0]?.body).toEqual({ uuid: 'u1' });
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { name: 'Attach Dana Whitfield' })).not.toBeInTheDocument(),
  );
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.of('FirmAgent/1/policy/a1/contact/u1?typeId=2')).toHaveLength(1));
});

test('keeps rejected contracts selected and shows the reason', async () => {
  const { user, dialog } = await openDialog({
    'PUT FirmAgent/1/policy/p1/type/1': () =>
      problem(422, 'already_attached', 'Attached in this role already.'),
  });
  await user.type(within(dialog).getByRole('combobox', { name: 'Policies and annuities' }), '41');
  await user.click((await foundIn(dialog))[0] ?? dialog);
  await user.click(within(dialog).getByRole('button', { name: 'Attach to 41-1' }));

  expect(await screen.findByText('An error occurred while adding the agent to policy.')).toBeVisible();
  expect(within(dialog).getByRole('alert')).toHaveTextContent('Attached in this role already.');
  expect(within(dialog).getByRole('button', { name: 'Attach to 41-1' })).toBeEnabled();
});
