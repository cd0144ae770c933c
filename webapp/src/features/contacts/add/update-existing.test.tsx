import { contactKinds } from '@/lib/contact-kinds';
import { fakeServer, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, waitFor, within } from '@testing-library/react';
import type { ContactInput } from 'firmbook-wasm';
import { useState } from 'react';
import { agent } from '../record/testing';
import { AddContact } from './add-contact';

const MATCH = {
  contact: { uuid: 'u1', name: 'Whitfield, Dana', detail: null, policyCount: 2, annuityCount: 0 },
  percent: 94,
  likeness: 'likely',
  likenessLabel: 'Likely duplicate',
  reasons: [],
};
const stored = agent({ person: { ...agent().person, email: 'dana@example.com', mobilePhone: null } });

type TypeText = (name: string, text: string) => Promise<void>;

/** The panel, with a button that opens it again. */
function Reopening({ onClose }: { onClose: () => void }) {
  const [opened, setOpened] = useState(true);
  const close = () => {
    setOpened(false);
    onClose();
  };
  return (
    <>
      <button onClick={() => setOpened(true)}>Open</button>
      <AddContact kind={contactKinds.agent} opened={opened} onClose={close} />
    </>
  );
}

/** Types an agent who may be the same as `stored`, and chooses to update the stored one. */
async function updateInstead(
  routes: Parameters<typeof fakeServer>[0],
  typeMore: (type: TypeText) => Promise<void>,
) {
  fakeServer({
    'GET FirmAgent/customFields': () => [],
    'POST FirmAgent/duplicates': () => [MATCH],
    'GET FirmAgent/agent/u1': () => stored,
    ...routes,
  });
  let closed = 0;
  const { user } = renderPage(<Reopening onClose={() => (closed += 1)} />);
  const type: TypeText = async (name, text) => user.type(await screen.findByRole('textbox', { name }), text);
  await type('First name', 'Dana');
  await type('Last name', 'Whitfield');
  await typeMore(type);
  await user.click(await screen.findByRole('button', { name: 'Update this agent instead' }));
  const view = await screen.findByRole('region', { name: 'Values to add' });
  return { user, closed: () => closed, view: within(view) };
}

test('fills empty fields of the stored contact, and asks where values differ', async () => {
  const sent: ContactInput[] = [];
  const { user, closed, view } = await updateInstead(
    {
      'POST FirmAgent/1/agent/u1': ({ body }) => {
        sent.push(body as ContactInput);
        return agent({ version: 4 });
      },
    },
    async (type) => {
      await type('Email', 'new@example.com');
      await type('Mobile phone', '4155550199');
    },
  );
  expect(view.getByRole('heading', { name: 'Update Whitfield, Dana' })).toHaveFocus();
  expect(view.getByRole('listitem')).toHaveTextContent('Mobile phone: (415) 555-0199');
  expect(view.getByRole('button', { name: 'Save' })).toBeDisabled();
  const email = view.getByRole('group', { name: 'Email' });
  expect(
    within(email).getByRole('radio', { name: /Keep the stored value dana@example.com/ }),
  ).not.toBeChecked();
  await user.click(within(email).getByRole('radio', { name: /Use what I typed new@example.com/ }));
  await user.click(view.getByRole('button', { name: 'Save' }));

  expect(await screen.findByText('Whitfield, Dana saved')).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    version: stored.version,
    // The NPN was not typed, so the stored one is kept.
    person: { email: 'new@example.com', mobilePhone: '+14155550199', npn: stored.person.npn, taxId: null },
  });
  expect(closed()).toBe(1);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ version: 4, person: { email: 'dana@example.com', mobilePhone: null } });
});

test('offers nothing to save if the stored contact has all values, and returns to the typed ones', async () => {
  const { user, view } = await updateInstead({}, async (type) => {
    await type('Email', 'dana@example.com');
    await type('Phone', '415 555 0100');
  });
  expect(view.getByText('This agent already has everything you typed.')).toBeVisible();
  expect(view.getByRole('button', { name: 'Save' })).toBeDisabled();
  await user.click(view.getByRole('button', { name: 'Back to the form' }));
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('dana@example.com');
  expect(screen.getByRole('button', { name: 'Add agent' })).toBeVisible();
});

test('keeps the typed values after a failed save', async () => {
  const { user, closed, view } = await updateInstead(
    { 'POST FirmAgent/1/agent/u1': () => problem(503, 'unavailable', 'Busy') },
    (type) => type('Mobile phone', '4155550199'),
  );
  await user.click(view.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Update Failed.')).toBeVisible();
  await waitFor(() => expect(view.getByRole('button', { name: 'Save' })).toBeEnabled());
  await user.click(view.getByRole('button', { name: 'Back to the form' }));
  expect(screen.getByRole('textbox', { name: 'Mobile phone' })).toHaveValue('4155550199');
  expect(closed()).toBe(0);
});

test('opens an empty form after the panel was closed during an update', async () => {
  const { user } = await updateInstead({}, (type) => type('Mobile phone', '4155550199'));
  expect(await screen.findByText('Update agent')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() =>
    expect(screen.queryByRole('heading', { name: 'Update agent' })).not.toBeInTheDocument(),
  );
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(await screen.findByRole('heading', { name: 'Add agent' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'First name' })).toHaveValue('');
  expect(screen.queryByRole('region', { name: 'Values to add' })).not.toBeInTheDocument();
});

test('shows the last digits of a typed tax ID, and offers no Undo for it', async () => {
  const { user, view } = await updateInstead(
    {
      'GET FirmAgent/agent/u1': () => agent({ taxIdMasked: null }),
      'POST FirmAgent/1/agent/u1': () => agent({ version: 4 }),
    },
    (type) => type('SSN', '219-09-9999'),
  );
  expect(view.getByRole('listitem')).toHaveTextContent('Tax ID: ***-**-9999');
  await user.click(view.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Whitfield, Dana saved')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});
