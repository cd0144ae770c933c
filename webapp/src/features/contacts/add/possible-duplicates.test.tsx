import { contactKinds } from '@/lib/contact-kinds';
import { fakeServer, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, waitFor } from '@testing-library/react';
import type { ContactInput } from 'firmbook-wasm';
import { AddContact } from './add-contact';

const MATCH = {
  contact: { uuid: 'b', name: 'Lee, Adah', detail: '+14155550100', policyCount: 2, annuityCount: 0 },
  percent: 94,
  likeness: 'likely',
  likenessLabel: 'Likely duplicate',
  reasons: [{ label: 'Last name matches', reason: { field: 'lastName', agreement: 'exact', points: 34 } }],
};
const page = (noun: 'agent' | 'insured') => (
  <AddContact kind={contactKinds[noun]} opened onClose={() => undefined} />
);

test('warns about stored contacts while typing, and stops when the name is removed', async () => {
  const server = fakeServer({
    'GET FirmAgent/customFields': () => [],
    'POST FirmAgent/duplicates': () => [MATCH],
  });
  const { user } = renderPage(page('agent'));
  await user.type(await screen.findByRole('textbox', { name: 'First name' }), 'Ada');
  await user.type(screen.getByRole('textbox', { name: 'Last name' }), 'Lee');
  const link = await screen.findByRole('link', { name: 'Lee, Adah' });
  expect(link).toHaveAttribute('href', '/people/agents/b');
  expect(link).toHaveAttribute('target', '_blank');
  expect(screen.getByText('This agent may already exist')).toBeVisible();
  expect(link.closest('li')).toHaveTextContent('Lee, Adah 94% · (415) 555-0100Last name matches');
  const bodies = server.of('FirmAgent/duplicates').map(({ body }) => (body as ContactInput).person);
  expect(bodies.at(-1)).toMatchObject({ firstName: 'Ada', lastName: 'Lee' });
  // Typing is debounced, so there is not one request per key.
  expect(bodies.length).toBeLessThanOrEqual(2);
  await user.clear(screen.getByRole('textbox', { name: 'Last name' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Lee, Adah' })).not.toBeInTheDocument());
});

test('says that another agent has the same name', async () => {
  fakeServer({
    'GET FirmAgent/customFields': () => [],
    'POST FirmAgent/duplicates': () => [
      { ...MATCH, percent: 40, likeness: null, likenessLabel: 'Same name' },
    ],
  });
  const { user } = renderPage(page('agent'));
  await user.type(await screen.findByRole('textbox', { name: 'Last name' }), 'Lee');
  expect(await screen.findByText('Another agent has the same name')).toBeVisible();
  const item = screen.getByRole('link', { name: 'Lee, Adah' }).closest('li');
  expect(item).toHaveTextContent('Lee, Adah Same name · (415) 555-0100Update this agent instead');
});

test('sends no request for insureds, and ignores a failure', async () => {
  const server = fakeServer({
    'GET FirmInsured/customFields': () => [],
    'GET FirmAgent/customFields': () => [],
    'POST FirmAgent/duplicates': () => problem(400, 'bad_request', 'Bad date'),
  });
  const { user, unmount } = renderPage(page('insured'));
  await user.type(await screen.findByRole('textbox', { name: 'Last name' }), 'Lee');
  unmount();
  const other = renderPage(page('agent'));
  await other.user.type(await screen.findByRole('textbox', { name: 'Last name' }), 'Moss');
  await waitFor(() => expect(server.of('FirmAgent/duplicates')).toHaveLength(1));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
