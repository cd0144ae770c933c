import { dispatchHubEvent } from '@/lib/hub-events';
import { fakeServer } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { act, screen } from '@testing-library/react';
import type { Permissions } from 'firmbook-wasm';
import type { ContactNoun } from '@/lib/contact-kinds';
import { ContactRecordPage } from './contact-record-page';
import { agent } from './testing';

const read = { read: true, write: false };
const FILE = 'PolicyOwner/3/u1/BestInterest';

async function open(kind: ContactNoun, features: Partial<Permissions['features']>) {
  const { person } = agent();
  const contact = agent({ person: { ...person, organizationName: 'Lee Inc.', ownerType: 3 } });
  const server = fakeServer({
    'GET FirmOwner/owner/u1': () => contact,
    'GET FirmAgent/agent/u1': () => contact,
    [`GET ${FILE}`]: () => ({ owner: {}, age: null, producer: 'Dana', contracts: [], versions: [] }),
  });
  renderPage(null, {
    address: `/people/${kind}s/u1?tab=bestInterest`,
    features,
    routes: [{ path: '/people/:kind/:uuid', element: <ContactRecordPage kind={kind} /> }],
  });
  await screen.findByRole('heading', { level: 1, name: 'Lee Inc.' });
  return server;
}

test('shows the best interest forms of an owner, and reloads them when another user changes the owner', async () => {
  const server = await open('owner', { contacts: read, bestInterest: read });
  expect(await screen.findByRole('tab', { name: 'Best interest' })).toHaveAttribute('aria-selected', 'true');
  await screen.findByRole('heading', { name: 'No best interest form yet' });
  expect(server.of(FILE)).toHaveLength(1);
  act(() =>
    dispatchHubEvent('RecordChanged', {
      kind: 'owner',
      uuid: 'u1',
      isDeleted: false,
      by: 'Rosa Lee',
      page: null,
    }),
  );
  await screen.findByText('Rosa Lee changed this owner');
  expect(server.of(FILE)).toHaveLength(2);
});

test.each([
  ['users without access to them', 'owner', { contacts: read }],
  ['agents', 'agent', { contacts: read, bestInterest: read }],
] as const)('shows no best interest forms for %s', async (_, kind, features) => {
  const server = await open(kind, features);
  expect(screen.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true');
  expect(screen.queryByRole('tab', { name: 'Best interest' })).not.toBeInTheDocument();
  expect(server.of(FILE)).toEqual([]);
});
