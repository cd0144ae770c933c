import { contactKinds } from '@/lib/contact-kinds';
import { fakeServer } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen } from '@testing-library/react';
import { AddContact } from './add-contact';

test('names a trust in the title and on the button, if the link asks for one', async () => {
  fakeServer({ 'GET FirmOwner/customFields': () => [] });
  renderPage(<AddContact kind={contactKinds.owner} opened onClose={() => undefined} />, {
    address: '/?panel=add&ownerType=2',
  });
  expect(await screen.findByRole('dialog', { name: 'Add trust' })).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Add trust' })).toBeInTheDocument();
});
