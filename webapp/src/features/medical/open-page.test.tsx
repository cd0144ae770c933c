import { fakeServer } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, waitFor, within } from '@testing-library/react';
import type { OpenRequest } from 'firmbook-wasm';
import { axe } from 'jest-axe';
import { OpenRequestsPage } from './open-page';

const INSURED = '00000000-0000-4000-8000-000000000001';

const request = (change: Partial<OpenRequest>): OpenRequest => ({
  uuid: 'r1',
  insuredUuid: INSURED,
  insuredName: 'Lee, Ada',
  state: 'Sent',
  stateLabel: 'To mail',
  hasAuthorization: true,
  workLabel: 'Send the letter',
  day: '2026-11-20',
  provider: null,
  requestTypeLabel: null,
  ...change,
});

const draft = request({
  uuid: 'r2',
  insuredName: 'Aalto, Tove',
  state: 'Draft',
  stateLabel: 'Draft',
  hasAuthorization: false,
  workLabel: null,
  day: null,
});

function open(write = true) {
  const PATH = 'GET FirmInsuredMedical/open?offset=0';
  const server = fakeServer({
    [PATH]: () => ({ items: [request({}), draft], total: 2 }),
    [`${PATH}&need=Draft`]: () => ({ items: [draft], total: 1 }),
    [`${PATH}&reason=Request`]: () => ({ items: [request({ provider: 'Mercy Hospital' })], total: 1 }),
  });
  const page = renderPage(<OpenRequestsPage />, { features: { insuredMedical: { read: true, write } } });
  return { ...page, server };
}

test('lists open requests, and lets the user complete a draft', async () => {
  const { user, router, container } = open();
  const row = within(await screen.findByRole('row', { name: /Lee, Ada/ }));
  expect(row.getByRole('cell', { name: 'To mail' })).toBeVisible();
  expect(row.getByRole('link', { name: 'Send the letter: Lee, Ada' })).toHaveAttribute(
    'href',
    `/people/insureds/${INSURED}?tab=medical&request=r1`,
  );
  expect(row.getByRole('link', { name: 'Lee, Ada' })).toHaveAttribute(
    'href',
    `/people/insureds/${INSURED}?tab=medical`,
  );
  expect(await axe(container)).toHaveNoViolations();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Requests to show' }), 'Drafts');
  expect(router.state.location.search).toBe('?need=Draft');
  expect(await screen.findByRole('link', { name: 'Add authorization: Aalto, Tove' })).toHaveAttribute(
    'href',
    `/people/insureds/${INSURED}?tab=medical&request=r2`,
  );
});

test('shows providers only after the user has selected a reason', async () => {
  const { user } = open(false);
  await screen.findByRole('row', { name: /Lee, Ada/ });
  expect(screen.queryByRole('columnheader', { name: 'Provider' })).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /^Add authorization/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show providers…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Show providers and types' }));
  await user.click(dialog.getByRole('button', { name: 'Show providers' }));
  expect(dialog.getByText('Choose a reason.')).toBeVisible();
  await user.selectOptions(dialog.getByRole('combobox', { name: /^Why are you viewing/ }), 'Request');
  await user.click(dialog.getByRole('button', { name: 'Show providers' }));
  expect(await screen.findByRole('cell', { name: 'Mercy Hospital' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Hide providers' }));
  await waitFor(() =>
    expect(screen.queryByRole('columnheader', { name: 'Provider' })).not.toBeInTheDocument(),
  );
});
