import { fakeServer } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen } from '@testing-library/react';
import type { Permissions } from 'firmbook-wasm';
import { ContactRecordPage } from './contact-record-page';
import { agent } from './testing';

const read = { read: true, write: false };

function openOwner(ownerType: number, features: Partial<Permissions['features']>) {
  const { person } = agent();
  const owner = agent({
    contactType: 2,
    displayName: 'Lee Family Trust',
    person: { ...person, organizationName: 'Lee Family Trust', ownerType },
  });
  fakeServer({ 'GET FirmOwner/owner/u1': () => owner });
  renderPage(null, {
    address: '/people/owners/u1',
    features,
    routes: [{ path: '/people/owners/:uuid', element: <ContactRecordPage kind="owner" /> }],
  });
  return screen.findByRole('heading', { level: 1, name: 'Lee Family Trust' });
}

test('links the trust of an owner', async () => {
  await openOwner(2, { contacts: read, trusts: read });
  expect(screen.getByRole('link', { name: 'Open trust' })).toHaveAttribute(
    'href',
    '/business/trust/manage/u1',
  );
});

test.each([
  ['owners that are no trust', 3, { contacts: read, trusts: read }],
  ['users without access to trusts', 2, { contacts: read }],
])('shows no link for %s', async (_, ownerType, features) => {
  await openOwner(ownerType, features);
  expect(screen.queryByRole('link', { name: 'Open trust' })).not.toBeInTheDocument();
});
