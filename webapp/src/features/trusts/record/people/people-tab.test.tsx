import { json, problem } from '@/testing/fake-server';
import { screen, waitFor, within } from '@testing-library/react';
import type { TrustPerson, TrustPersonInput } from 'firmbook-wasm';
import { axe } from 'jest-axe';
import { openTrust, person, trust } from '../testing';

const TAB = '?tab=people';

test('shows people by role, with the fields of each role', async () => {
  const people = [
    person(),
    person({ uuid: 'g1', role: 'Grantor', name: 'Grace Lee', age: null, sharePercent: null }),
    person({ uuid: 'x1', role: 'Trustee', name: 'Tom Ray', isSuccessor: true, sharePercent: null }),
  ];
  const { container } = openTrust({ 'GET Trust/t1': () => trust({ people }) }, TAB);
  const beneficiaries = await screen.findByRole('table', { name: 'Beneficiaries' });
  const row = within(within(beneficiaries).getByRole('row', { name: /Ada Lee/ }));
  for (const text of ['50%', 'Yes', 'California', '(415) 555-0100']) {
    expect(row.getByText(text)).toBeInTheDocument();
  }
  const headsOf = (name: string) =>
    within(screen.getByRole('table', { name }))
      .getAllByRole('columnheader')
      .map((head) => head.textContent);
  const contact = ['Name', 'State', 'Phone', 'Email'];
  expect(headsOf('Grantors')).toEqual([...contact, 'Actions']);
  expect(headsOf('Trustees')).toEqual([...contact, 'Successor', 'Actions']);
  expect(headsOf('Beneficiaries')).toEqual([...contact, 'Share', 'Withdrawal right', 'Actions']);
  expect(within(screen.getByRole('table', { name: 'Trustees' })).getByText('Tom Ray')).toBeInTheDocument();
  expect((await axe(container)).violations).toEqual([]);
});

test('validates fields on blur, and adds a beneficiary', async () => {
  let people: TrustPerson[] = [];
  const { user, server, router } = openTrust(
    {
      'GET Trust/t1': () => trust({ people }),
      'POST Trust/t1/person': ({ body }) => {
        const { sharePercent, name } = body as TrustPersonInput;
        if (sharePercent === '90') {
          const message = 'The shares of the beneficiaries would exceed 100%.';
          return problem(422, 'invalid', 'Please check.', [{ field: 'sharePercent', code: 'sum', message }]);
        }
        people = [person({ uuid: 'b2', name })];
        return json(201, people[0]);
      },
    },
    TAB,
  );
  expect(await screen.findByText(/No beneficiaries yet/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Add beneficiary' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add beneficiary' }));
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Ben Lee');
  await user.type(dialog.getByLabelText('Date of birth'), '2020-02-03');
  const share = dialog.getByRole('textbox', { name: 'Share' });
  await user.type(share, '0');
  expect(share).not.toHaveAccessibleDescription();
  await user.tab();
  await waitFor(() => expect(share).toBeInvalid());
  await user.clear(share);
  await user.type(share, '90');
  await user.click(dialog.getByRole('button', { name: 'Add beneficiary' }));
  const guardian = dialog.getByRole('textbox', { name: 'Guardian' });
  expect(guardian).toBeInvalid();
  expect(guardian).toHaveFocus();
  expect(server.of('Trust/t1/person')).toEqual([]);
  await user.type(guardian, 'Grace Lee');
  await user.click(dialog.getByRole('button', { name: 'Add beneficiary' }));
  expect(await dialog.findByText('The shares of the beneficiaries would exceed 100%.')).toBeInTheDocument();
  expect(share).toHaveFocus();
  await user.clear(share);
  await user.type(share, '33.3333');
  await user.click(dialog.getByRole('checkbox', { name: 'Withdrawal right' }));
  await user.click(dialog.getByRole('button', { name: 'Add beneficiary' }));
  expect(await screen.findByText('Ben Lee added')).toBeInTheDocument();
  const sent = server.of('Trust/t1/person').at(-1);
  expect(sent?.headers['idempotency-key']).toBeTruthy();
  expect(sent?.body).toEqual({
    version: null,
    role: 'Beneficiary',
    isSuccessor: false,
    name: 'Ben Lee',
    birthDate: '2020-02-03',
    email: '',
    phone: '',
    state: '',
    sharePercent: '33.3333',
    guardian: 'Grace Lee',
    hasWithdrawalRight: true,
    contactUuid: null,
  });
  expect(router.state.location.search).toBe(TAB);
  expect(await screen.findByRole('rowheader', { name: /Ben Lee/ })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Add beneficiary' }));
  expect(await screen.findByRole('textbox', { name: /^Name/ })).toHaveValue('');
});

test('offers only the fields of a role', async () => {
  openTrust({}, `${TAB}&person=new-trustee`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Add trustee' }));
  expect(dialog.getByRole('checkbox', { name: 'Successor trustee' })).toBeInTheDocument();
  expect(dialog.queryByRole('textbox', { name: 'Share' })).not.toBeInTheDocument();
});

test('links a contact, whose name fills an empty name, and removes the link', async () => {
  const found = { uuid: 'c1', displayName: 'Lee, Grace', detail: 'Fresno' };
  const { user } = openTrust(
    { 'GET FirmInsured?searchText=grace&rowCount=20': () => [found] },
    `${TAB}&person=new-grantor`,
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Add grantor' }));
  await user.click(dialog.getByRole('button', { name: 'Link to contact' }));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Contact type' }), 'Insured');
  await user.type(dialog.getByRole('combobox', { name: 'Insureds' }), 'grace');
  await user.click(await dialog.findByRole('option', { name: /Lee, Grace/ }));
  expect(dialog.getByRole('textbox', { name: /^Name/ })).toHaveValue('Lee, Grace');
  expect(dialog.getByText('Lee, Grace is linked to a contact.')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Remove link' }));
  expect(dialog.getByText('Not linked to a contact.')).toBeInTheDocument();
});

test('resolves a version conflict over a person', async () => {
  const theirs = person({ version: 7, sharePercent: '25.0000', email: 'new@example.com' });
  const conflict = { code: 'version_conflict', message: '', errors: [], traceId: 't', current: theirs };
  const sent: TrustPersonInput[] = [];
  const { user } = openTrust(
    {
      'PUT Trust/t1/person/b1': ({ body }) => {
        sent.push(body as TrustPersonInput);
        return sent.length === 1 ? json(409, conflict) : person({ version: 8 });
      },
    },
    TAB,
  );
  await user.click(await screen.findByRole('button', { name: 'Edit Ada Lee' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit beneficiary' }));
  const share = dialog.getByRole('textbox', { name: 'Share' });
  expect(share).toHaveValue('50');
  await user.clear(share);
  await user.type(share, '40');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  const choice = await screen.findByRole('group', { name: 'Share' });
  await user.click(within(choice).getByRole('radio', { name: /Keep mine 40%/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Ada Lee saved')).toBeInTheDocument();
  expect(sent[0]).toMatchObject({ version: 4, sharePercent: '40', phone: '(415) 555-0100' });
  expect(sent[1]).toMatchObject({ version: 7, sharePercent: '40', email: 'new@example.com' });
});

test('deletes a person, and Undo restores the person', async () => {
  let people = [person()];
  const { user, server } = openTrust(
    {
      'GET Trust/t1': () => trust({ people }),
      'DELETE Trust/t1/person/b1?version=4': () => {
        people = [];
        return json(204, null);
      },
      'POST Trust/t1/person/b1/restore': () => {
        people = [person({ version: 6 })];
        return people[0];
      },
    },
    TAB,
  );
  await user.click(await screen.findByRole('button', { name: 'Delete Ada Lee' }));
  expect(await screen.findByText(/No beneficiaries yet/)).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add beneficiary' })).toHaveFocus());
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Ada Lee restored')).toBeInTheDocument();
  expect(await screen.findByRole('rowheader', { name: /Ada Lee/ })).toBeInTheDocument();
  expect(server.of('Trust/t1/person/b1/restore')).toHaveLength(1);
});

test('reports a failed deletion and keeps the person', async () => {
  const { user } = openTrust(
    { 'DELETE Trust/t1/person/b1?version=4': () => problem(409, 'version_conflict', 'Changed meanwhile.') },
    TAB,
  );
  await user.click(await screen.findByRole('button', { name: 'Delete Ada Lee' }));
  expect(await screen.findByText('Update Failed.')).toBeInTheDocument();
  expect(screen.getByRole('rowheader', { name: /Ada Lee/ })).toBeInTheDocument();
});
