import { fakeServer, json, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { act, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import type { WidgetElement } from '../../../embed/loader/widget-element';
import type { EmbedSession, Partner } from './api';
import { EmbeddingPart } from './embedding-part';

const KEY = {
  uuid: 'key-1',
  ending: 'wxyz',
  createdAt: '2026-11-20T15:00:00Z',
  lastUsedAt: null,
};
const BANK: Partner = {
  uuid: 'partner-1',
  version: 3,
  name: 'Harbor Bank',
  isActive: true,
  origins: ['https://www.bank.example'],
  keys: [KEY],
  embedId: '1-partner-1',
};
const SESSION: EmbedSession = {
  uuid: 'session-1',
  widget: 'Policy list',
  userName: 'Dana Whitfield',
  origin: 'https://www.bank.example',
  subjectName: null,
  keyEnding: 'wxyz',
  createdAt: '2026-11-21T15:00:00Z',
  expiresAt: '2026-11-21T15:10:00Z',
  openedAt: '2026-11-21T15:00:01Z',
  refusal: null,
};
const SESSIONS = 'GET Embed/partners/partner-1/sessions';
const write = {
  features: { embedSessions: { read: true, write: true }, manageUsers: { read: true, write: true } },
};
const abel = { userKey: 'abel', firstName: 'Abel', lastName: 'Adams', isActive: true };
const dana = { userKey: 'dana', firstName: 'Dana', lastName: 'Whitfield', isActive: true };
const routes = {
  'GET Embed/partners': () => [BANK],
  'GET FirmUser': () => [abel, dana],
  'GET Embed/partners/partner-1/webhooks': () => [],
  [SESSIONS]: () => [SESSION, { ...SESSION, uuid: 'session-2', refusal: 'origin_not_allowed' }],
};

test('shows a partner with its keys, code and sessions', async () => {
  fakeServer(routes);
  const { container } = renderPage(<EmbeddingPart />, write);
  expect(await screen.findByRole('heading', { name: 'Harbor Bank' })).toBeInTheDocument();
  const keys = screen.getByRole('table', { name: 'Keys' });
  expect(within(keys).getByRole('row', { name: /…wxyz.*Never/ })).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Page' })).toHaveTextContent('partner="1-partner-1"');
  await waitFor(() =>
    expect(screen.getByRole('region', { name: 'Backend' })).toHaveTextContent("userKey: 'dana'"),
  );
  const policy = screen.getByRole('region', { name: 'Content security policy of the page' });
  expect(policy).toHaveTextContent('script-src http://localhost; frame-src http://localhost;');
  const sessions = await screen.findByRole('table', { name: 'Recent sessions' });
  expect(within(sessions).getByRole('row', { name: /Dana Whitfield.*Opened$/ })).toBeInTheDocument();
  expect(
    within(sessions).getByRole('row', { name: /Refused: opened from another origin$/ }),
  ).toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
});

test('shows the code of the selected widget', async () => {
  fakeServer(routes);
  const { user } = renderPage(<EmbeddingPart />, write);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Widget' }), 'Notifications');
  expect(screen.getByRole('region', { name: 'Page' })).toHaveTextContent('<firmbook-notifications partner=');
  expect(screen.getByRole('region', { name: 'Backend' })).toHaveTextContent("widget: 'notifications'");
});

test.each([
  ['Node.js', 'await fetch('],
  ['Python', 'requests.post('],
  ['C#', 'PostAsJsonAsync('],
  ['Rust', '.bearer_auth('],
])('shows backend code in %s', async (language, text) => {
  fakeServer(routes);
  const { user } = renderPage(<EmbeddingPart />, write);
  const languages = await screen.findByRole('combobox', { name: 'Language of the backend code' });
  await user.selectOptions(languages, language);
  const code = screen.getByRole('region', { name: 'Backend' });
  for (const part of [text, 'http://localhost/api/Embed/session', 'https://www.bank.example'])
    expect(code).toHaveTextContent(part);
});

test('shows a new key once', async () => {
  const server = fakeServer({
    ...routes,
    'POST Embed/partners/partner-1/keys': () => json(201, { key: 'fbp_1-new' }),
  });
  const { user } = renderPage(<EmbeddingPart />, write);
  await user.click(await screen.findByRole('button', { name: 'Create key' }));
  expect(await screen.findByDisplayValue('fbp_1-new')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByDisplayValue('fbp_1-new')).not.toBeInTheDocument());
  expect(server.of('Embed/partners')).toHaveLength(2);
});

test('allows no third key', async () => {
  const full = { ...BANK, keys: [KEY, { ...KEY, uuid: 'key-2', ending: 'abcd' }] };
  fakeServer({ ...routes, 'GET Embed/partners': () => [full] });
  renderPage(<EmbeddingPart />, write);
  expect(await screen.findByRole('button', { name: 'Create key' })).toBeDisabled();
  expect(screen.getByText(/Revoke a key before you create another/)).toBeInTheDocument();
});

test('asks before revoking a key', async () => {
  const server = fakeServer({
    ...routes,
    'DELETE Embed/partners/partner-1/keys/key-1': () => json(204, null),
  });
  const { user } = renderPage(<EmbeddingPart />, write);
  await user.click(await screen.findByRole('button', { name: 'Revoke the key ending in wxyz' }));
  expect(server.of('Embed/partners/partner-1/keys/key-1')).toHaveLength(0);
  await user.click(await screen.findByRole('button', { name: 'Revoke key' }));
  expect(await screen.findByText('Key revoked')).toBeInTheDocument();
  expect(server.of('Embed/partners/partner-1/keys/key-1')).toHaveLength(1);
});

test('adds a partner and shows errors next to their fields', async () => {
  let isFirst = true;
  const server = fakeServer({
    ...routes,
    'GET Embed/partners': () => [],
    'POST Embed/partners': () => {
      if (!isFirst) return json(201, BANK);
      isFirst = false;
      const error = { field: 'origins', code: 'not_https', message: 'Use https.' };
      return problem(400, 'invalid', 'Some values are not valid.', [error]);
    },
  });
  const { user } = renderPage(<EmbeddingPart />, write);
  expect(await screen.findByText('No partners yet.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Add partner' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add partner' });
  await user.type(within(dialog).getByRole('textbox', { name: /Name/ }), 'Harbor Bank');
  const origins = within(dialog).getByRole('textbox', { name: /Origins/ });
  await user.type(origins, 'http://www.bank.example');
  await user.click(within(dialog).getByRole('button', { name: 'Add partner' }));
  expect(await within(dialog).findByText('Use https.')).toBeInTheDocument();
  await user.clear(origins);
  await user.type(origins, 'https://www.bank.example');
  await user.click(within(dialog).getByRole('button', { name: 'Add partner' }));
  expect(await screen.findByText('Partner added')).toBeInTheDocument();
  const posts = server.of('Embed/partners').filter(({ method }) => method === 'POST');
  expect(posts.at(-1)?.body).toEqual({
    name: 'Harbor Bank',
    origins: ['https://www.bank.example'],
    isActive: true,
    version: null,
  });
});

test('warns before overwriting a partner that someone else changed', async () => {
  const theirs = { ...BANK, version: 4, name: 'Harbor Bank NA' };
  const bodies: unknown[] = [];
  fakeServer({
    ...routes,
    'PUT Embed/partners/partner-1': ({ body }) => {
      bodies.push(body);
      if (bodies.length > 1) return { ...theirs, version: 5 };
      return json(409, {
        code: 'version_conflict',
        message: 'Changed.',
        errors: [],
        traceId: 't',
        current: theirs,
      });
    },
  });
  const { user } = renderPage(<EmbeddingPart />, write);
  await user.click(await screen.findByRole('button', { name: 'Edit partner' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit partner' });
  await user.click(within(dialog).getByRole('checkbox', { name: /Active/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Save partner' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Harbor Bank NA');
  await user.click(within(dialog).getByRole('button', { name: 'Save partner' }));
  expect(await screen.findByText('Partner saved')).toBeInTheDocument();
  expect(bodies).toMatchObject([{ version: 3 }, { version: 4, isActive: false }]);
});

test('offers no changes without permission to write', async () => {
  fakeServer(routes);
  renderPage(<EmbeddingPart />, { features: { embedSessions: { read: true, write: false } } });
  expect(await screen.findByRole('heading', { name: 'Harbor Bank' })).toBeInTheDocument();
  for (const name of [/Add partner/, /Edit partner/, /Create key/, /Revoke/])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
});

test('previews a widget with a theme and shows its options in the code', async () => {
  const server = fakeServer({
    ...routes,
    'POST Embed/partners/partner-1/preview': () => json(201, { clientSecret: 'secret' }),
  });
  const { user, container } = renderPage(<EmbeddingPart />, write);
  await screen.findByRole('heading', { name: 'Preview' });
  const element = container.querySelector('firmbook-policy-list') as WidgetElement;
  const frame = element.shadowRoot?.querySelector('iframe');
  expect(frame?.src).toBe('http://localhost/embed/preview/policy-list');
  expect(await element.fetchClientSecret?.()).toBe('secret');
  expect(server.of('Embed/partners/partner-1/preview')[0]?.body).toEqual({
    widget: 'policyList',
    reportUuid: null,
    scopes: [],
  });
  await user.click(screen.getByText('Options and theme'));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Density' }), 'Compact');
  expect(screen.getByRole('region', { name: 'Page' })).toHaveTextContent('"theme": { "density": "compact" }');
  act(() => void element.dispatchEvent(corrected('light.mutedText')));
  expect(screen.getByText('Adjusted for contrast: muted text (light).')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Reset to defaults' }));
  expect(screen.getByRole('region', { name: 'Page' })).not.toHaveTextContent('theme');
  expect(screen.queryByText(/Adjusted/)).not.toBeInTheDocument();
});

test('shows why a widget cannot be previewed', async () => {
  const refused = 'No active user of the firm with this key can use the widget.';
  fakeServer({
    ...routes,
    'POST Embed/partners/partner-1/preview': () => problem(403, 'user_not_allowed', refused),
  });
  const { container } = renderPage(<EmbeddingPart />, write);
  await screen.findByRole('heading', { name: 'Preview' });
  const element = container.querySelector('firmbook-policy-list') as WidgetElement;
  await expect(element.fetchClientSecret?.()).rejects.toThrow(refused);
  const detail = { code: 'secret_failed', message: refused };
  act(() => void element.dispatchEvent(new CustomEvent('error', { detail })));
  expect(screen.getByRole('alert')).toHaveTextContent(refused);
});

const corrected = (...tokens: string[]) => new CustomEvent('themeCorrected', { detail: { tokens } });

test('needs a report to preview report totals, and writes it into the code', async () => {
  const report = { uuid: 'report-1', name: 'Term policies' };
  fakeServer({
    ...routes,
    'GET report?reportType=1': () => ({ data: [report], total: 1 }),
    'GET report?reportType=2': () => ({ data: [], total: 0 }),
    'GET report?reportType=3': () => ({ data: [], total: 0 }),
  });
  const features = { ...write.features, policyReports: { read: true, write: true } };
  const { user, container } = renderPage(<EmbeddingPart />, { features });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Widget' }), 'Report totals');
  expect(screen.getByText('Select a report to preview its totals.')).toBeInTheDocument();
  expect(container.querySelector('firmbook-report-totals')).toBeNull();
  await screen.findByRole('option', { name: 'Term policies' });
  await user.selectOptions(screen.getByRole('combobox', { name: /Report/ }), 'Term policies');
  expect(container.querySelector('firmbook-report-totals')).not.toBeNull();
  expect(screen.getByRole('region', { name: 'Backend' })).toHaveTextContent("reportUuid: 'report-1'");
});

test.each([
  ['Node.js', "scopes: ['importAgents', 'importOwners']"],
  ['Python', '"scopes": ["importAgents", "importOwners"]'],
  ['C#', 'scopes = new[] { "importAgents", "importOwners" }'],
  ['Rust', '"scopes": ["importAgents", "importOwners"]'],
])('writes the scopes of an import in %s', async (language, text) => {
  fakeServer(routes);
  const { user } = renderPage(<EmbeddingPart />, write);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Widget' }), 'Import');
  await user.click(screen.getByRole('checkbox', { name: 'Owners' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language of the backend code' }), language);
  expect(screen.getByRole('region', { name: 'Backend' })).toHaveTextContent(text);
});
