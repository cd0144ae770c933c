import { json } from '@/testing/fake-server';
import { screen, waitFor, within } from '@testing-library/react';
import type { TrustInput } from 'firmbook-wasm';
import { openTrust, trust } from '../testing';

const SAVE = 'PUT Trust/t1';

test('saves the details and shows the saved trust', async () => {
  let stored = trust();
  const { user, router, server } = openTrust({
    'GET Trust/t1': () => stored,
    [SAVE]: ({ body }) => {
      const { trustType } = body as TrustInput;
      stored = trust({ version: 3, trustType });
      return stored;
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit trust' });
  const type = within(dialog).getByRole('combobox', { name: 'Type' });
  expect(type).toHaveValue('Ilit');
  await user.selectOptions(type, 'Special needs trust');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Lee Family Trust saved')).toBeInTheDocument();
  expect(server.of('Trust/t1').find(({ method }) => method === 'PUT')?.body).toEqual({
    version: 2,
    trustType: 'SpecialNeeds',
    governingState: 'CA',
    notes: 'Signed in Fresno.',
  });
  expect(router.state.location.search).toBe('');
  expect(await screen.findAllByText('Special needs trust')).toHaveLength(2);
});

test('resolves a version conflict field by field', async () => {
  const theirs = trust({ version: 9, trustType: 'Charitable', governingState: 'NY' });
  const conflict = { code: 'version_conflict', message: '', errors: [], traceId: 't', current: theirs };
  const sent: TrustInput[] = [];
  const { user } = openTrust(
    {
      [SAVE]: ({ body }) => {
        sent.push(body as TrustInput);
        return sent.length === 1 ? json(409, conflict) : trust({ version: 10 });
      },
    },
    '?panel=edit',
  );
  const type = await screen.findByRole('combobox', { name: 'Type' });
  await user.selectOptions(type, 'Revocable (living) trust');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const choice = await screen.findByRole('group', { name: 'Type' });
  await user.click(within(choice).getByRole('radio', { name: /Keep mine Revocable/ }));
  const state = screen.getByRole('group', { name: 'Governing state' });
  expect(within(state).getByRole('radio', { name: /Take theirs New York/ })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ version: 9, trustType: 'Revocable', governingState: 'NY' });
});

test('warns about a Social Security number in the notes, and keeps typed text after a failed save', async () => {
  const { user } = openTrust(
    { [SAVE]: () => json(500, { code: 'internal', message: '', errors: [] }) },
    '?panel=edit',
  );
  const notes = await screen.findByRole('textbox', { name: 'Notes' });
  await user.clear(notes);
  await user.type(notes, 'SSN 123-45-6789');
  await user.tab();
  expect(await screen.findByText(/Social Security/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Update Failed.')).toBeInTheDocument();
  expect(notes).toHaveValue('SSN 123-45-6789');
});
