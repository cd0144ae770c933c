import { fakeServer, json, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, waitFor, within } from '@testing-library/react';
import type { FirmUser } from 'firmbook-wasm';
import { axe } from 'jest-axe';
import { UsersPart } from './users-part';

const user = (userKey: string, firstName: string, other: Partial<FirmUser> = {}): FirmUser => ({
  userKey,
  login: `${firstName.toLowerCase()}@example.com`,
  firstName,
  lastName: 'Lee',
  email: null,
  firmUserType: 2,
  firmUserTypeLabel: 'Professional',
  isActive: true,
  agentUuids: ['a1'],
  agentNames: ['Stone, Ann'],
  professionalKeys: [],
  lastSignInAt: '2026-11-21T02:30:00Z',
  nameLock: null,
  loginLock: null,
  version: 1,
  ...other,
});
const MANAGER = { firmUserType: 3, firmUserTypeLabel: 'Office Manager', agentUuids: [], agentNames: [] };
const USERS = [user('u1', 'Marcus'), user('u2', 'Ines', MANAGER)];
const admin = { features: { manageUsers: { read: true, write: true } } };
const panel = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('lists users with role, block and last sign-in, and filters by search', async () => {
  fakeServer({ 'GET FirmUser': () => USERS });
  const { user: userEvents, container } = renderPage(<UsersPart />, admin);
  const row = within(await screen.findByRole('row', { name: /Lee, Marcus/ }));
  expect(row.getByText('1 agent')).toBeInTheDocument();
  expect(row.getByText(/Nov 20, 2026/)).toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
  await userEvents.type(screen.getByRole('searchbox'), 'ines{Enter}');
  await waitFor(() => expect(screen.queryByRole('row', { name: /Marcus/ })).not.toBeInTheDocument());
});

test('adds a user and shows errors next to their fields', async () => {
  const taken = { field: 'login', code: 'taken', message: 'Somebody has this name already.' };
  let isTaken = true;
  const server = fakeServer({
    'GET FirmUser': () => USERS,
    'POST FirmUser': () =>
      isTaken ? problem(422, 'invalid', 'No.', [taken]) : json(201, user('u3', 'Theo')),
  });
  const { user: userEvents, router } = renderPage(<UsersPart />, admin);
  await userEvents.click(await screen.findByRole('button', { name: 'Add user' }));
  const form = await panel('Add user');
  await userEvents.type(form.getByRole('textbox', { name: /Sign-in name/ }), 'theo');
  await userEvents.click(form.getByRole('button', { name: 'Add user' }));
  expect(await form.findByText('Somebody has this name already.')).toBeInTheDocument();
  isTaken = false;
  await userEvents.click(form.getByRole('button', { name: 'Add user' }));
  expect(await screen.findByText('Theo Lee added')).toBeInTheDocument();
  expect(server.of('FirmUser').at(-2)?.body).toMatchObject({ login: 'theo', firmUserType: 2, email: null });
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test('changes the block and status of a user', async () => {
  const server = fakeServer({
    'GET FirmUser': () => USERS,
    'PUT FirmUser/u1': () => USERS[0],
    'GET FirmAgent?searchText=stone&rowCount=8': () => [
      { uuid: 'a2', displayName: 'Stone, Bea', detail: '77', ownerTypeId: null },
    ],
  });
  const { user: userEvents } = renderPage(<UsersPart />, { ...admin, address: '/?user=u1' });
  const form = await panel('Marcus Lee');
  await userEvents.type(form.getByRole('combobox', { name: 'Add agents' }), 'stone');
  await userEvents.click(await form.findByRole('option', { name: /Stone, Bea/ }));
  await userEvents.click(form.getByRole('button', { name: 'Remove Stone, Ann' }));
  await userEvents.click(form.getByRole('checkbox', { name: 'Active' }));
  await userEvents.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Marcus Lee saved')).toBeInTheDocument();
  expect(server.of('FirmUser/u1')[0]?.body).toEqual({
    version: 1,
    login: 'marcus@example.com',
    firstName: 'Marcus',
    lastName: 'Lee',
    email: '',
    firmUserType: 2,
    isActive: false,
    agentUuids: ['a2'],
    professionalKeys: [],
  });
});

test('corrects name, sign-in name and email, and shows errors next to their fields', async () => {
  const taken = { field: 'login', code: 'taken', message: 'Another person has this sign-in name.' };
  let isTaken = true;
  const server = fakeServer({
    'GET FirmUser': () => USERS,
    'PUT FirmUser/u1': () => (isTaken ? problem(409, 'taken', 'No.', [taken]) : user('u1', 'Markus')),
  });
  const { user: userEvents } = renderPage(<UsersPart />, { ...admin, address: '/?user=u1' });
  const form = await panel('Marcus Lee');
  const correct = async (name: RegExp, value: string) => {
    await userEvents.clear(form.getByRole('textbox', { name }));
    await userEvents.type(form.getByRole('textbox', { name }), value);
  };
  await correct(/First name/, 'Markus');
  await correct(/Sign-in name/, 'dana');
  await correct(/Email/, 'markus@example.com');
  await userEvents.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('Another person has this sign-in name.')).toBeInTheDocument();
  isTaken = false;
  await userEvents.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Markus Lee saved')).toBeInTheDocument();
  expect(server.of('FirmUser/u1').at(-1)?.body).toMatchObject({
    login: 'dana',
    firstName: 'Markus',
    lastName: 'Lee',
    email: 'markus@example.com',
  });
});

test('shows locked details with the reason and does not send them', async () => {
  const locked = user('u1', 'Marcus', { loginLock: 'This user has already signed in.' });
  const shared = user('u2', 'Ines', { nameLock: 'Your firm can’t.', loginLock: 'Your firm can’t.' });
  const server = fakeServer({ 'GET FirmUser': () => [locked, shared], 'PUT FirmUser/u1': () => locked });
  const first = renderPage(<UsersPart />, { ...admin, address: '/?user=u1' });
  const form = await panel('Marcus Lee');
  const login = form.getByRole('textbox', { name: /Sign-in name/ });
  expect(login).toHaveAttribute('readonly');
  expect(login).toHaveAccessibleDescription('This user has already signed in.');
  await first.user.type(form.getByRole('textbox', { name: /Last name/ }), 'r');
  await first.user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.of('FirmUser/u1')).toHaveLength(1));
  expect(server.of('FirmUser/u1')[0]?.body).not.toHaveProperty('login');
  first.unmount();

  renderPage(<UsersPart />, { ...admin, address: '/?user=u2' });
  const other = await panel('Ines Lee');
  for (const name of [/Sign-in name/, /First name/, /Last name/, /Email/])
    expect(other.getByRole('textbox', { name })).toHaveAttribute('readonly');
  expect(other.getAllByText('Your firm can’t.')).toHaveLength(1);
});

test('does not offer office managers to support themselves', async () => {
  fakeServer({ 'GET FirmUser': () => [...USERS, user('u3', 'Theo')] });
  const { user: userEvents } = renderPage(<UsersPart />, { ...admin, address: '/?user=u1' });
  const form = await panel('Marcus Lee');
  await userEvents.selectOptions(form.getByRole('combobox', { name: 'Role' }), 'Office Manager');
  expect(form.getByRole('checkbox', { name: 'Theo Lee' })).toBeInTheDocument();
  expect(form.queryByRole('checkbox', { name: 'Marcus Lee' })).not.toBeInTheDocument();
});

test('assigns professionals to an office manager and asks before discarding changes', async () => {
  fakeServer({ 'GET FirmUser': () => USERS });
  const { user: userEvents } = renderPage(<UsersPart />, { ...admin, address: '/?user=u2' });
  const form = await panel('Ines Lee');
  await userEvents.click(form.getByRole('checkbox', { name: 'Marcus Lee' }));
  await userEvents.click(form.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('alertdialog', { name: 'Unsaved changes' })).toBeInTheDocument();
});

test('resolves a version conflict before overwriting another change', async () => {
  const theirs = user('u1', 'Marcus', {
    version: 5,
    firmUserTypeLabel: 'View Only',
    firmUserType: 4,
    agentUuids: ['a2'],
    agentNames: ['Stone, Bea'],
  });
  const conflict = { ...((await problem(409, 'version_conflict', 'x').json()) as object), current: theirs };
  const server = fakeServer({
    'GET FirmUser': () => USERS,
    'PUT FirmUser/u1': ({ body }) =>
      (body as { version: number }).version === 1 ? json(409, conflict) : USERS[0],
  });
  const { user: userEvents } = renderPage(<UsersPart />, { ...admin, address: '/?user=u1' });
  const form = await panel('Marcus Lee');
  await userEvents.selectOptions(form.getByRole('combobox', { name: 'Role' }), 'Office Manager');
  await userEvents.click(form.getByRole('button', { name: 'Save' }));
  const view = within(await form.findByRole('region', { name: 'Conflicting changes' }));
  const role = within(view.getByRole('group', { name: 'Role' }));
  expect(role.getByText(/Before/)).toHaveTextContent('Before: Professional');
  expect(role.getByRole('radio', { name: /Take theirs/ })).toHaveAccessibleName(/View Only/);
  const block = within(view.getByRole('group', { name: 'Assigned agents' }));
  expect(block.getByRole('radio', { name: /Take theirs/ })).toBeChecked();
  expect(view.getByRole('status')).toHaveTextContent('1 field to decide');
  expect(await axe(document.body)).toHaveNoViolations();
  await userEvents.click(role.getByRole('radio', { name: /Keep mine/ }));
  await userEvents.click(view.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.of('FirmUser/u1').at(-1)?.body).toMatchObject({
      version: 5,
      firmUserType: 3,
      agentUuids: ['a2'],
    }),
  );
  expect(await screen.findByText('Marcus Lee saved')).toBeInTheDocument();
});

test('opens a user by name', async () => {
  fakeServer({ 'GET FirmUser': () => USERS });
  const { user: userEvents, router } = renderPage(<UsersPart />, admin);
  await userEvents.click(await screen.findByRole('button', { name: 'Lee, Marcus' }));
  await panel('Marcus Lee');
  expect(router.state.location.search).toBe('?user=u1');
});

test('hides write actions from read-only users', async () => {
  fakeServer({ 'GET FirmUser': () => USERS });
  renderPage(<UsersPart />, { features: { manageUsers: { read: true, write: false } } });
  await screen.findByRole('row', { name: /Marcus/ });
  expect(screen.queryByRole('button', { name: /Marcus|Add user/ })).not.toBeInTheDocument();
});

test('shows at the role that users cannot change their own', async () => {
  const message = "You can't change your own role. Ask another account administrator.";
  fakeServer({ 'GET FirmUser': () => USERS, 'PUT FirmUser/u1': () => problem(422, 'own_role', message) });
  const { user: userEvents } = renderPage(<UsersPart />, { ...admin, address: '/?user=u1' });
  const form = await panel('Marcus Lee');
  await userEvents.selectOptions(form.getByRole('combobox', { name: 'Role' }), 'Office Manager');
  await userEvents.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(form.getByRole('combobox', { name: 'Role' })).toHaveAccessibleDescription(message),
  );
  expect(screen.queryByText('Something went wrong')).toBeNull();
});
