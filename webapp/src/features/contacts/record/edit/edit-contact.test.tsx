import { json, problem } from '@/testing/fake-server';
import { screen, waitFor, within } from '@testing-library/react';
import type { ContactInput } from 'firmbook-wasm';
import { agent, openAgent } from '../testing';

const theirs = agent({
  version: 9,
  person: { ...agent().person, email: 'theirs@example.com', npn: '7654321' },
});
const conflict = () =>
  json(409, {
    code: 'version_conflict',
    message: 'Somebody saved first.',
    errors: [],
    traceId: 't',
    current: theirs,
  });

const UPDATE = 'POST FirmAgent/1/agent/u1';

async function typeEmail(user: ReturnType<typeof openAgent>['user'], text: string) {
  const email = await screen.findByRole('textbox', { name: 'Email' });
  await user.clear(email);
  await user.type(email, text);
  await user.click(screen.getByRole('button', { name: 'Save' }));
}

test('resolves a version conflict field by field and saves over the newer version', async () => {
  const sent: ContactInput[] = [];
  const { user, router } = openAgent(
    {
      [UPDATE]: ({ body }) => {
        sent.push(body as ContactInput);
        return sent.length === 1 ? conflict() : agent({ version: 8 + sent.length });
      },
    },
    '?panel=edit',
  );
  await typeEmail(user, 'mine@example.com');

  const email = await screen.findByRole('group', { name: 'Email' });
  expect(email).toHaveTextContent('dana@example.com');
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  await user.click(within(email).getByRole('radio', { name: /Keep mine mine@example.com/ }));
  const npn = screen.getByRole('group', { name: 'NPN' });
  expect(within(npn).getByRole('radio', { name: /Take theirs/ })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Save' }));

  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[0]).toMatchObject({ version: 3, person: { email: 'mine@example.com', npn: '1234567' } });
  expect(sent[1]).toMatchObject({ version: 9, person: { email: 'mine@example.com', npn: '7654321' } });
  expect(await screen.findByText('Whitfield, Dana saved')).toBeVisible();
  expect(router.state.location.search).toBe('');

  // Undo restores the version of the other user.
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(sent[2]).toMatchObject({
    version: 10,
    person: { email: 'theirs@example.com', npn: '7654321' },
  });
});

test('keeps typed values when the user returns from the conflict view', async () => {
  const { user } = openAgent({ [UPDATE]: conflict }, '?panel=edit');
  await typeEmail(user, 'mine@example.com');
  await user.click(await screen.findByRole('button', { name: 'Back to the form' }));
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('mine@example.com');
  expect(screen.queryByRole('group', { name: 'NPN' })).not.toBeInTheDocument();
});

test('saves over a newer version without asking if no field differs', async () => {
  let calls = 0;
  const { user } = openAgent(
    {
      [UPDATE]: () => {
        calls += 1;
        return calls === 1
          ? json(409, {
              code: 'version_conflict',
              message: '',
              errors: [],
              traceId: 't',
              current: agent({ version: 4 }),
            })
          : agent({ version: 5 });
      },
    },
    '?panel=edit',
  );
  await typeEmail(user, 'mine@example.com');
  expect(await screen.findByText('Whitfield, Dana saved')).toBeVisible();
  expect(calls).toBe(2);
});

test('keeps typed values and shows an error after a failed save', async () => {
  const { user } = openAgent({ [UPDATE]: () => problem(500, 'internal', 'secret') }, '?panel=edit');
  await typeEmail(user, 'mine@example.com');
  expect(await screen.findByText('Update Failed.')).toBeVisible();
  expect(screen.getByText('Unknown error')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('mine@example.com');
});

test('shows that the changes are kept if the server could not be reached', async () => {
  const unreachable = () => {
    throw new TypeError('fetch failed');
  };
  const { user } = openAgent({ [UPDATE]: unreachable }, '?panel=edit');
  await typeEmail(user, 'mine@example.com');
  expect(
    await screen.findByText('The server could not be reached. Your changes are still here. Try again.'),
  ).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('mine@example.com');
});

test('keeps the stored tax ID if the field is empty, and removes it explicitly', async () => {
  const sent: ContactInput[] = [];
  const { user } = openAgent(
    {
      [UPDATE]: ({ body }) => {
        sent.push(body as ContactInput);
        return problem(500, 'internal', '');
      },
    },
    '?panel=edit',
  );
  await typeEmail(user, 'mine@example.com');
  await waitFor(() => expect(sent).toHaveLength(1));
  await user.click(screen.getByRole('checkbox', { name: /Remove the stored number \*{3}-\*{2}-1234/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent.map(({ person }) => person.taxId)).toEqual([null, '']);
});
