import { agentRow, fakeServer } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, waitFor } from '@testing-library/react';
import type { ContactInput, ContactRecord } from 'firmbook-wasm';
import { agent } from '../record/testing';
import { ContactsPage } from './contacts-page';

const COLUMNS = ['name', 'email', 'phone', 'addressLine1', 'city', 'customField3', 'organizationName', 'age'];
const [NAME, EMAIL, PHONE, STREET, CITY, TIER, ORGANIZATION, AGE] = [1, 2, 3, 4, 5, 6, 7, 8] as const;

const rowOf = ({ uuid, displayName, person, customFields }: ContactRecord) => ({
  ...agentRow(0),
  ...person,
  uuid,
  name: displayName,
  addressLine1: person.address?.line1 ?? null,
  city: person.address?.city ?? null,
  customField3: customFields['Tier'] ?? null,
  age: 46,
});

type ListRow = ReturnType<typeof rowOf>;

/** Opens the list of agents. The fake server stores one agent and its changes. `rows` returns the rows of the list. */
async function openList(rows = (row: ListRow): ListRow[] => [row]) {
  let stored = agent({ uuid: 'u1', customFields: { Tier: 'Gold', Office: 'West' } });
  const sent: ContactInput[] = [];
  fakeServer({
    'GET TableState/agents': () => ({ columns: COLUMNS.map((key) => ({ key })), sort: [] }),
    'GET FirmAgent/customFields': () => [{ name: 'Tier', column: 'customField3' }],
    'POST FirmAgent/search': () => {
      const items = rows(rowOf(stored));
      return { items, totalRecords: items.length, cursor: null };
    },
    'POST FirmAgent/totals': () => ({}),
    'GET FirmAgent/agent/u1': () => stored,
    'POST FirmAgent/1/agent/u1': ({ body }) => {
      const input = body as ContactInput;
      sent.push(input);
      stored = { ...stored, ...input, version: stored.version + 1 } as ContactRecord;
      return stored;
    },
  });
  const page = renderPage(<ContactsPage kind="agent" />);
  const { user } = page;
  await screen.findByText('Whitfield, Dana');
  await user.click(cell(EMAIL));
  await screen.findByRole('button', { name: 'Edit Email' });
  const edit = async (column: number, text: string) => {
    await user.click(cell(column));
    await user.keyboard('{F2}');
    await user.clear(screen.getByRole('textbox', { name: LABELS[column] }));
    if (text) await user.keyboard(text);
    await user.keyboard('{Enter}');
  };
  return { ...page, edit, sent };
}

const LABELS: Readonly<Record<number, string>> = {
  [EMAIL]: 'Email',
  [PHONE]: 'Phone',
  [STREET]: 'Address',
  [CITY]: 'City',
  [TIER]: 'Tier',
  [ORGANIZATION]: 'Organization',
};
const cell = (column: number) =>
  document.querySelector(`[data-row="0"] > [data-column="${column}"]`) as HTMLElement;

test('saves an email together with the stored fields, and shows it in the list', async () => {
  const { edit, sent } = await openList();
  await edit(EMAIL, 'new@example.com');
  expect(await screen.findByText('Email of Whitfield, Dana changed to new@example.com')).toBeVisible();
  const { person, customFields } = agent({ customFields: { Tier: 'Gold', Office: 'West' } });
  expect(sent).toEqual([{ version: 3, customFields, person: { ...person, email: 'new@example.com' } }]);
  await waitFor(() => expect(cell(EMAIL)).toHaveTextContent('new@example.com'));
  expect(cell(EMAIL)).toHaveFocus();
});

test('keeps the focus in its row if the row moves after an edit', async () => {
  const other = { ...agentRow(1), email: 'middle@example.com' } as ListRow;
  const { edit, user } = await openList((row) =>
    [row, other].toSorted((a, b) => String(a.email).localeCompare(String(b.email))),
  );
  await edit(EMAIL, 'zoe@example.com');
  const below = () => document.querySelector(`[data-row="1"] > [data-column="${EMAIL}"]`);
  await waitFor(() => expect(below()).toHaveTextContent('zoe@example.com'));
  await waitFor(() => expect(below()).toHaveFocus());
  await user.keyboard('{F2}');
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('zoe@example.com');
});

test('changes and clears parts of the address', async () => {
  const { edit, sent } = await openList();
  await edit(STREET, '2 Oak Street');
  expect(await screen.findByText('Street of Whitfield, Dana changed to 2 Oak Street')).toBeVisible();
  await edit(CITY, 'Oakland');
  expect(await screen.findByText('City of Whitfield, Dana changed to Oakland')).toBeVisible();
  expect(sent[1]?.person.address).toEqual({
    ...agent().person.address,
    line1: '2 Oak Street',
    city: 'Oakland',
  });
});

test('changes a custom field and keeps the others, with Undo', async () => {
  const { edit, sent, user } = await openList();
  await edit(TIER, '');
  expect(await screen.findByText('Tier of Whitfield, Dana cleared')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Tier of Whitfield, Dana restored')).toBeVisible();
  expect(sent.map(({ customFields }) => customFields)).toEqual([
    { Tier: '', Office: 'West' },
    { Tier: 'Gold', Office: 'West' },
  ]);
});

test('edits a phone number in its displayed format', async () => {
  const { user, sent } = await openList();
  await user.click(cell(PHONE));
  await user.keyboard('{F2}');
  expect(screen.getByRole('textbox', { name: 'Phone' })).toHaveValue('(415) 555-0100');
  await user.keyboard('{Enter}');
  expect(sent).toEqual([]);
});

test('validates the value before sending it', async () => {
  const { edit, sent, user } = await openList();
  await edit(EMAIL, 'nobody');
  expect(await screen.findByRole('alert')).toHaveTextContent(/email/i);
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(cell(EMAIL)).toHaveFocus();
  // A person cannot become an organization, which has no first and last name.
  await edit(ORGANIZATION, 'Pine Agency');
  expect(await screen.findByRole('alert')).toHaveTextContent('First name: ');
  expect(sent).toEqual([]);
});

test('full names and ages cannot be edited', async () => {
  const { user } = await openList();
  for (const column of [NAME, AGE]) {
    // oxlint-disable-next-line no-await-in-loop -- one keyboard
    await user.click(cell(column));
    // oxlint-disable-next-line no-await-in-loop -- one keyboard
    await user.keyboard('{F2}');
    expect(screen.queryByRole('textbox', { name: /Name|Age/ })).toBeNull();
  }
});
