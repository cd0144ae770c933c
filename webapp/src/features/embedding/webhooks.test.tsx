import { fakeServer, json, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import type { Partner } from './api';
import { Webhooks } from './webhooks';
import type { Webhook, WebhookDelivery } from './webhooks-api';

const BANK: Partner = {
  uuid: 'partner-1',
  version: 3,
  name: 'Harbor Bank',
  isActive: true,
  origins: ['https://www.bank.example'],
  keys: [],
  embedId: '1-partner-1',
};
const HOOK: Webhook = {
  uuid: 'hook-1',
  version: 2,
  url: 'https://www.bank.example/webhooks',
  events: ['report.changed', 'contact.updated'],
  isActive: true,
  createdAt: '2026-11-20T15:00:00Z',
  previousSecretUntil: null,
};
const DELIVERED: WebhookDelivery = {
  uuid: 'delivery-1',
  eventId: 'event-1',
  event: 'contact.updated',
  state: 'delivered',
  attempts: 1,
  createdAt: '2026-11-21T15:00:00Z',
  nextAttemptAt: null,
  deliveredAt: '2026-11-21T15:00:01Z',
  lastStatus: 204,
  lastError: null,
  isReplay: false,
};
const RETRIED: WebhookDelivery = {
  ...DELIVERED,
  uuid: 'delivery-2',
  eventId: 'event-2',
  state: 'waiting',
  attempts: 2,
  nextAttemptAt: '2026-11-21T15:05:00Z',
  deliveredAt: null,
  lastStatus: 500,
  lastError: 'The response has an error status.',
};
const FAILED: WebhookDelivery = {
  ...RETRIED,
  uuid: 'delivery-3',
  eventId: 'event-3',
  state: 'failed',
  attempts: 8,
  nextAttemptAt: null,
  lastStatus: null,
  lastError: 'The webhook did not respond in time.',
  isReplay: true,
};
const HOOKS = 'Embed/partners/partner-1/webhooks';
const write = { features: { embedSessions: { read: true, write: true } } };
const routes = {
  [`GET ${HOOKS}`]: () => [HOOK],
  [`GET ${HOOKS}/hook-1/deliveries`]: () => [DELIVERED, RETRIED, FAILED],
};
const webhooks = (partner = BANK, canWrite = true) => <Webhooks partner={partner} canWrite={canWrite} />;

test('shows webhooks with the states and responses of their deliveries', async () => {
  fakeServer(routes);
  const { container } = renderPage(webhooks(), write);
  const hooks = await screen.findByRole('table', { name: 'Webhooks' });
  expect(
    within(hooks).getByRole('row', { name: /report.changed, contact.updated Active/ }),
  ).toBeInTheDocument();
  const deliveries = await screen.findByRole('table', { name: 'Deliveries' });
  for (const name of [
    /contact.updated event-1 Delivered .* 1 204 /,
    /event-2 Next attempt .* 2 500: The response has an error status/,
    /\(replay\) event-3 Failed 8 The webhook did not respond in time/,
  ])
    expect(within(deliveries).getByRole('row', { name })).toBeInTheDocument();
  expect(within(deliveries).getByRole('button', { name: /^Replay .* event-2$/ })).toBeDisabled();
  expect(await axe(container)).toHaveNoViolations();
});

test('explains what to do without webhooks or without events', async () => {
  fakeServer({ ...routes, [`GET ${HOOKS}`]: () => [] });
  renderPage(webhooks(), write);
  expect(await screen.findByText('No webhooks yet.')).toBeInTheDocument();
  expect(screen.queryByRole('table', { name: 'Deliveries' })).not.toBeInTheDocument();
});

test('adds a webhook, shows errors next to their fields and the secret once', async () => {
  const bodies: unknown[] = [];
  fakeServer({
    ...routes,
    [`POST ${HOOKS}`]: ({ body }) => {
      bodies.push(body);
      if (bodies.length > 1) return json(201, { webhook: HOOK, secret: 'whsec_new' });
      const error = { field: 'url', code: 'not_https', message: 'Use https.' };
      return problem(400, 'invalid', 'Some values are not valid.', [error]);
    },
  });
  const { user } = renderPage(webhooks(), write);
  await user.click(await screen.findByRole('button', { name: 'Add webhook' }));
  const panel = await screen.findByRole('dialog', { name: 'Add webhook' });
  const url = within(panel).getByRole('textbox', { name: /URL/ });
  await user.type(url, 'http://bank.example/w');
  await user.click(within(panel).getByRole('checkbox', { name: 'import.finished' }));
  await user.click(within(panel).getByRole('button', { name: 'Add webhook' }));
  expect(await within(panel).findByText('Use https.')).toBeInTheDocument();
  await user.clear(url);
  await user.type(url, 'https://bank.example/w');
  await user.click(within(panel).getByRole('button', { name: 'Add webhook' }));
  expect(await screen.findByDisplayValue('whsec_new')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByDisplayValue('whsec_new')).not.toBeInTheDocument());
  expect(bodies.at(-1)).toEqual({
    url: 'https://bank.example/w',
    events: ['report.changed', 'contact.updated'],
    isActive: true,
    version: null,
  });
});

test('warns before overwriting a webhook that someone else changed', async () => {
  const theirs = { ...HOOK, version: 3, url: 'https://www.bank.example/theirs' };
  const bodies: unknown[] = [];
  fakeServer({
    ...routes,
    [`PUT ${HOOKS}/hook-1`]: ({ body }) => {
      bodies.push(body);
      if (bodies.length > 1) return { ...theirs, version: 4 };
      const conflict = { code: 'version_conflict', message: 'Changed.', errors: [], traceId: 't' };
      return json(409, { ...conflict, current: theirs });
    },
  });
  const { user } = renderPage(webhooks(), write);
  await user.click(await screen.findByRole('button', { name: `Edit ${HOOK.url}` }));
  const panel = await screen.findByRole('dialog', { name: 'Edit webhook' });
  await user.click(within(panel).getByRole('checkbox', { name: 'Active' }));
  await user.click(within(panel).getByRole('button', { name: 'Save webhook' }));
  expect(await within(panel).findByRole('alert')).toHaveTextContent('https://www.bank.example/theirs');
  await user.click(within(panel).getByRole('button', { name: 'Save webhook' }));
  expect(await screen.findByText('Webhook saved')).toBeInTheDocument();
  expect(bodies).toMatchObject([{ version: 2 }, { version: 3, isActive: false }]);
});

test('asks before replacing a secret, and shows the new one', async () => {
  const server = fakeServer({
    ...routes,
    [`POST ${HOOKS}/hook-1/secret`]: () => json(201, { webhook: HOOK, secret: 'whsec_second' }),
  });
  const { user } = renderPage(webhooks(), write);
  await user.click(await screen.findByRole('button', { name: `Replace secret of ${HOOK.url}` }));
  expect(server.of(`${HOOKS}/hook-1/secret`)).toHaveLength(0);
  const dialog = await screen.findByRole('dialog', { name: 'Replace this secret?' });
  await user.click(within(dialog).getByRole('button', { name: 'Replace secret' }));
  expect(await screen.findByDisplayValue('whsec_second')).toBeInTheDocument();
});

test('asks before deleting a webhook', async () => {
  const server = fakeServer({ ...routes, [`DELETE ${HOOKS}/hook-1`]: () => json(204, null) });
  const { user } = renderPage(webhooks(), write);
  await user.click(await screen.findByRole('button', { name: `Delete ${HOOK.url}` }));
  expect(server.of(`${HOOKS}/hook-1`)).toHaveLength(0);
  await user.click(await screen.findByRole('button', { name: 'Delete webhook' }));
  expect(await screen.findByText('Webhook deleted')).toBeInTheDocument();
  expect(server.of(`${HOOKS}/hook-1`)).toHaveLength(1);
});

test('replays a delivery and sends a test event', async () => {
  const server = fakeServer({
    ...routes,
    [`POST ${HOOKS}/hook-1/deliveries/delivery-1/replay`]: () => json(201, RETRIED),
    [`POST ${HOOKS}/hook-1/test`]: () => json(201, RETRIED),
  });
  const { user } = renderPage(webhooks(), write);
  await user.click(await screen.findByRole('button', { name: 'Replay contact.updated event-1' }));
  expect(await screen.findByText('Event queued again')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Send test event' }));
  expect(await screen.findByText('Test event queued')).toBeInTheDocument();
  await waitFor(() => expect(server.of(`${HOOKS}/hook-1/deliveries`)).toHaveLength(3));
});

test('shows the deliveries of the selected webhook', async () => {
  const other = { ...HOOK, uuid: 'hook-2', url: 'https://www.bank.example/other' };
  fakeServer({
    ...routes,
    [`GET ${HOOKS}`]: () => [HOOK, other],
    [`GET ${HOOKS}/hook-2/deliveries`]: () => [],
  });
  const { user } = renderPage(webhooks(), write);
  await screen.findByRole('table', { name: 'Deliveries' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Deliveries of' }), other.url);
  expect(await screen.findByText('No events yet.')).toBeInTheDocument();
});

test.each([
  ['webhook', BANK, { ...HOOK, isActive: false }, /This webhook is inactive/],
  ['partner', { ...BANK, isActive: false }, HOOK, /The partner is inactive/],
])('sends nothing while the %s is inactive', async (_, partner, webhook, text) => {
  fakeServer({ ...routes, [`GET ${HOOKS}`]: () => [webhook] });
  renderPage(webhooks(partner), write);
  expect(await screen.findByText(text)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Send test event' })).toBeDisabled();
  expect(await screen.findByRole('button', { name: 'Replay contact.updated event-1' })).toBeDisabled();
});

test('allows no sixth webhook', async () => {
  const five = Array.from({ length: 5 }, (_, index) => ({ ...HOOK, uuid: `hook-${index + 1}` }));
  fakeServer({ ...routes, [`GET ${HOOKS}`]: () => five });
  renderPage(webhooks(), write);
  expect(await screen.findByText(/Delete a webhook before you add another/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Add webhook' })).toBeDisabled();
});

test('offers no changes without permission to write', async () => {
  fakeServer(routes);
  renderPage(webhooks(BANK, false), { features: { embedSessions: { read: true, write: false } } });
  expect(await screen.findByRole('table', { name: 'Deliveries' })).toBeInTheDocument();
  for (const name of [/Add webhook/, /Edit/, /Replace/, /Delete/, /Replay/, /Send test event/])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
});
