import { jest } from '@jest/globals';
import { fakeServer, problem } from '@/testing/fake-server';
import type { WidgetMessage } from 'firmbook-embed';
import type { Channel } from './channel';
import { Session } from './session';

const ORIGIN = 'https://www.bank.example';

/** A session whose page answers every request for a client secret with the next one. */
function session(secrets: (string | null)[]) {
  const sent: WidgetMessage[] = [];
  const channel: Channel = {
    origin: ORIGIN,
    send: (message) => {
      sent.push(message);
      if (message.type !== 'needSecret') return;
      const secret = secrets.shift();
      queueMicrotask(() => (secret ? void opened.accept(secret) : opened.fail()));
    },
    onOpen: () => undefined,
    onMessage: () => undefined,
  };
  const opened = new Session(channel, 'policyList');
  return { opened, sent };
}

const tokens =
  (...names: string[]) =>
  () => ({ accessToken: names.shift(), expiresIn: 600 });
const bearer = ({ headers }: { headers: Readonly<Record<string, string>> }) => headers.authorization;

test('exchanges a client secret and sends the access token with every call', async () => {
  const server = fakeServer({
    'POST Embed/token': tokens('token-1'),
    'POST allpolicy/search': () => ({ items: [] }),
  });
  const { opened } = session(['secret-1']);
  await Promise.all([
    opened.call('POST', 'allpolicy/search', { body: {} }),
    opened.call('POST', 'allpolicy/search', { body: {} }),
  ]);
  expect(server.of('Embed/token').map(bearer)).toEqual(['Bearer secret-1']);
  expect(server.of('Embed/token')[0]?.body).toEqual({ widget: 'policyList', origin: ORIGIN });
  expect(server.of('allpolicy/search').map(bearer)).toEqual(['Bearer token-1', 'Bearer token-1']);
});

test('gets a new token once when the server refuses the current one', async () => {
  const refused = problem(401, 'unauthenticated', 'No.');
  const server = fakeServer({
    'POST Embed/token': tokens('token-1', 'token-2'),
    'POST allpolicy/search': (request) =>
      bearer(request) === 'Bearer token-1' ? refused.clone() : { items: [] },
  });
  const { opened } = session(['secret-1', 'secret-2']);
  await opened.call('POST', 'allpolicy/search', { body: {} });
  expect(server.of('Embed/token')).toHaveLength(2);
});

test('gives up after a second refusal', async () => {
  const server = fakeServer({
    'POST Embed/token': tokens('token-1', 'token-2', 'token-3'),
    'POST allpolicy/search': () => problem(401, 'unauthenticated', 'No.'),
  });
  const { opened } = session(['secret-1', 'secret-2', 'secret-3']);
  await expect(opened.call('POST', 'allpolicy/search', { body: {} })).rejects.toMatchObject({ status: 401 });
  expect(server.of('allpolicy/search')).toHaveLength(2);
  expect(server.of('Embed/token')).toHaveLength(2);
});

test('reports that the page has no client secret', async () => {
  fakeServer({});
  const { opened } = session([null]);
  await expect(opened.call('GET', 'allpolicy/columns')).rejects.toMatchObject({ code: 'secret_failed' });
});

test('renews the token before it expires', async () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  try {
    const server = fakeServer({
      'POST Embed/token': tokens('token-1', 'token-2'),
      'GET allpolicy/columns': () => [],
    });
    const { opened, sent } = session(['secret-1', 'secret-2']);
    await opened.call('GET', 'allpolicy/columns');
    await jest.advanceTimersByTimeAsync(539_000);
    expect(server.of('Embed/token')).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(sent).toContainEqual({ type: 'tokenExpiring', seconds: 60 });
    await opened.call('GET', 'allpolicy/columns');
    expect(server.of('allpolicy/columns').map(bearer)).toEqual(['Bearer token-1', 'Bearer token-2']);
  } finally {
    jest.useRealTimers();
  }
});

test('ends the session on the server and makes no more calls', async () => {
  const server = fakeServer({
    'POST Embed/token': tokens('token-1'),
    'GET allpolicy/columns': () => [],
    'DELETE Embed/token': () => null,
  });
  const { opened } = session(['secret-1', 'secret-2']);
  await opened.call('GET', 'allpolicy/columns');
  await opened.end();
  expect(server.of('Embed/token').at(-1)).toMatchObject({ method: 'DELETE' });
  await expect(opened.call('GET', 'allpolicy/columns')).rejects.toMatchObject({ code: 'session_ended' });
});
