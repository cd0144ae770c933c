import { fakeServer, json } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, waitFor } from '@testing-library/react';
import { axe } from 'jest-axe';
import { helpTopics } from './help';
import { SupportPage } from './support-page';

test('shows the support contacts', async () => {
  const { container } = renderPage(<SupportPage />, {
    branding: { supportUrl: 'https://help.example/', contactPhoneNumber: '+14155550100' },
  });
  expect(screen.getByRole('link', { name: '(415) 555-0100' })).toHaveAttribute('href', 'tel:+14155550100');
  const center = screen.getByRole('link', { name: 'Help Center' });
  expect(center).toHaveAttribute('href', 'https://help.example/');
  expect(center).toHaveAttribute('target', '_blank');
  expect(document.title).toBe('Support · Firmbook');
  expect(await axe(container)).toHaveNoViolations();
});

test('refers to the firm administrator if there are no support contacts', () => {
  renderPage(<SupportPage />);
  expect(screen.queryByRole('link', { name: 'Help Center' })).not.toBeInTheDocument();
  expect(screen.getByText(/account administrator of your firm/)).toBeInTheDocument();
});

test('searches the help topics', async () => {
  const { user } = renderPage(<SupportPage />);
  const search = screen.getByRole('searchbox', { name: 'Search help' });
  await user.type(search, 'undo import');
  expect(screen.getByText('1 topic')).toBeInTheDocument();
  expect(screen.getByText('Import contacts from a spreadsheet')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Imports' })).toBeVisible();
  await user.clear(search);
  await user.type(search, 'How do I undo an import?');
  expect(screen.getByText('1 topic')).toBeInTheDocument();
  expect(screen.getByText('Import contacts from a spreadsheet')).toBeVisible();
  await user.clear(search);
  await user.type(search, 'nonsense');
  await user.click(screen.getByRole('button', { name: 'Show all topics' }));
  expect(screen.getByText('Export a list')).toBeVisible();
});

test.each([
  ['as-of date', 'As-of date of values'],
  ['How do I change the as of date?', 'As-of date of values'],
  ['invite user', 'Invite a user'],
  ['role', 'Roles'],
  ['I forgot my password', 'Password and sign-in'],
  ['beneficiary', 'Beneficiaries'],
  ['crummey', 'Crummey letters'],
  ['premium gift', 'Premium gifts'],
  ['best interest', 'Best interest forms'],
  ['template', 'Document templates'],
  ['tax number', 'Tax numbers (SSN and EIN)'],
  ['Where is the SSN?', 'Tax numbers (SSN and EIN)'],
  ['time zone', 'Name and time zone'],
  ['PDF', 'Book of business as a PDF'],
  ['delete', 'Delete and restore'],
  ['lapse', 'Lapses and grace periods'],
  ['audit', 'Audit log'],
  ['logo', 'Logo and colors'],
])('answers “%s” first with “%s”', (question, title) => {
  expect(helpTopics(question)[0]?.title).toBe(title);
});

test('sends a question to the support email address', async () => {
  const responses = [() => json(503, null), () => json(204, null), () => json(204, null)];
  const server = fakeServer({ 'POST Support/request': () => responses.shift()?.() });
  const { user, container } = renderPage(<SupportPage />, {
    branding: { supportEmail: 'help@firm.example' },
  });
  expect(screen.getByRole('link', { name: 'help@firm.example' })).toBeInTheDocument();
  const send = await screen.findByRole('button', { name: 'Send' });
  await user.click(send);
  expect(await screen.findByText('Enter a subject (up to 150 characters).')).toBeInTheDocument();
  expect(server.requests).toHaveLength(0);
  const sendRequest = async () => {
    await user.type(screen.getByRole('textbox', { name: /Subject/ }), 'Export');
    await user.type(screen.getByRole('textbox', { name: /Message/ }), 'It stops.');
    await user.click(send);
  };
  await sendRequest();
  expect(await screen.findByText('Something went wrong')).toBeInTheDocument();
  // The text is kept, and the retry has the same idempotency key.
  await user.click(send);
  expect(await screen.findByText('Question sent to support')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: /Subject/ })).toHaveValue('');
  await sendRequest();
  await waitFor(() => expect(server.requests).toHaveLength(3));
  const keys = server.requests.map(({ headers }) => headers['idempotency-key']);
  expect(keys[0]).toBe(keys[1]);
  expect(keys[2]).not.toBe(keys[1]);
  expect(server.requests[1]?.body).toEqual({ subject: 'Export', message: 'It stops.' });
  expect(await axe(container)).toHaveNoViolations();
});

test('has no form without a support email address', () => {
  renderPage(<SupportPage />, { branding: { supportUrl: 'https://help.example/' } });
  expect(screen.queryByRole('form')).toBeNull();
  expect(screen.getByText(/Firmbook version \d+\.\d+/)).toBeInTheDocument();
});
