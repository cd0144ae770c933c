import { fakeServer, json, problem } from '@/testing/fake-server';
import { ApiError, call, onSessionError, setAccount, setTokenSource } from './http';
import { setFailureReporter, type Failure } from './report-failure';

const tokens = (first: string, renewed: string) =>
  setTokenSource({ current: async () => first, renew: async () => renewed });
const failure = async (promise: Promise<unknown>) =>
  (await promise.catch((reason: unknown) => reason)) as ApiError;

afterEach(() => {
  setTokenSource({ current: async () => null, renew: async () => null });
  onSessionError(() => false);
  setAccount(null);
  setFailureReporter(() => undefined);
});

test('exposes the message and field errors of a rejected request', async () => {
  fakeServer({
    'POST FirmUser': () =>
      problem(422, 'invalid', 'The user cannot be added.', [
        { field: 'login', code: 'taken', message: 'Taken.' },
      ]),
  });
  const error = await failure(
    call('POST', 'FirmUser', {
      body: { login: 'dana', firstName: 'Dana', lastName: 'Whitfield', firmUserType: 2 },
    }),
  );
  expect(error).toBeInstanceOf(ApiError);
  expect(error.message).toBe('The user cannot be added.');
  expect(error.problem?.errors[0]?.field).toBe('login');
});

test('reports server faults as an unknown error, whatever the body says', async () => {
  fakeServer({ 'GET User/details': () => problem(500, 'internal', 'stack trace') });
  expect((await failure(call('GET', 'User/details'))).message).toBe('Unknown error');
});

test('reports a response that is not JSON as an unknown error', async () => {
  fakeServer({ 'GET User/details': () => new Response('<html>', { status: 404 }) });
  expect((await failure(call('GET', 'User/details'))).message).toBe('Unknown error');
});

test('reports an unreachable server', async () => {
  globalThis.fetch = async () => {
    throw new TypeError('fetch failed');
  };
  expect((await failure(call('GET', 'User/details'))).message).toBe('The server could not be reached.');
});

test('renews a rejected token once', async () => {
  tokens('old', 'new');
  const seen: (string | null)[] = [];
  globalThis.fetch = async (_, init) => {
    const token = new Headers(init?.headers).get('authorization');
    seen.push(token);
    return token === 'Bearer new' ? json(200, { ok: true }) : problem(401, 'token', 'Expired');
  };
  expect(await call('GET', 'User/details')).toEqual({ ok: true });
  expect(seen).toEqual(['Bearer old', 'Bearer new']);
});

test('returns undefined for an empty response', async () => {
  fakeServer({ 'DELETE UserNotification/7': () => json(204, null) });
  const path = { notificationId: 7 };
  expect(await call('DELETE', 'UserNotification/{notificationId}', { path })).toBeUndefined();
});

test('sends the account of the page with every call', async () => {
  const seen: (string | null)[] = [];
  globalThis.fetch = async (_, init) => {
    seen.push(new Headers(init?.headers).get('x-firmbook-account'));
    return json(200, {});
  };
  await call('GET', 'User/details');
  setAccount('7');
  await call('GET', 'User/permissions');
  expect(seen).toEqual([null, '7']);
});

test.each([
  [409, 'account_changed'],
  [409, 'choose_account'],
  [401, 'session_ended'],
])('%i %s navigates away, and the call never settles', async (status, code) => {
  const left: string[] = [];
  onSessionError((refusal) => left.push(refusal) > 0);
  const server = fakeServer({ 'GET User/details': () => problem(status, code, 'No.') });
  const ended = call('GET', 'User/details').then(
    () => 'ended',
    () => 'ended',
  );
  expect(await Promise.race([ended, new Promise((done) => setTimeout(done, 20, 'still waiting'))])).toBe(
    'still waiting',
  );
  expect(left).toEqual([code]);
  expect(server.requests).toHaveLength(1);
});

test('a late rejection for a previous account only fails the call', async () => {
  onSessionError(() => true);
  setAccount('7');
  fakeServer({
    'GET User/details': () => {
      setAccount(null);
      return problem(409, 'account_changed', 'Another account was chosen.');
    },
  });
  expect((await failure(call('GET', 'User/details'))).status).toBe(409);
});

test('reports transport failures by path pattern, but not client errors', async () => {
  const reported: Failure[] = [];
  setFailureReporter((item) => reported.push(item));
  fakeServer({
    'GET FirmAgent/agent/0199-ab': () => problem(503, 'unavailable', 'Try again.'),
    'GET FirmAgent/agent/0199-cd': () => problem(404, 'not_found', 'No such agent.'),
  });
  await failure(call('GET', 'FirmAgent/agent/{uuid}', { path: { uuid: '0199-ab' } }));
  await failure(call('GET', 'FirmAgent/agent/{uuid}', { path: { uuid: '0199-cd' } }));
  globalThis.fetch = async () => {
    throw new TypeError('fetch failed');
  };
  await failure(call('GET', 'Account'));
  const name = 'GET FirmAgent/agent/{uuid}';
  expect(reported).toEqual([
    { kind: 'transport', name, status: 503, code: 'unavailable', traceId: 'trace' },
    { kind: 'transport', name: 'GET Account', status: 0, code: undefined, traceId: undefined },
  ]);
});

test('fills and encodes the parameters of the path and the query', async () => {
  const server = fakeServer({});
  const failed = [
    call('PUT', 'FirmUser/{userKey}', {
      path: { userKey: 'a/b?c' },
      body: { version: 1, firmUserType: 2, isActive: true },
    }),
    call('DELETE', 'Cohort/{cohortUuid}/contact', {
      path: { cohortUuid: 'c1' },
      query: { contactUuids: ['a', 'b'] },
    }),
    call('GET', 'FirmAgent', { query: { searchText: 'O & P', rowCount: undefined } }),
    call('GET', 'Firm', { query: {} }),
  ];
  await Promise.allSettled(failed);
  expect(server.requests.map(({ path }) => path)).toEqual([
    'FirmUser/a%2Fb%3Fc',
    'Cohort/c1/contact?contactUuids=a&contactUuids=b',
    'FirmAgent?searchText=O+%26+P',
    'Firm',
  ]);
});

test('sends the idempotency key as a header', async () => {
  const seen: (string | null)[] = [];
  globalThis.fetch = async (_, init) => {
    seen.push(new Headers(init?.headers).get('idempotency-key'));
    return json(201, {});
  };
  const body = { name: 'Spouses', contactType: 1 as const, kind: 'Static' as const };
  await call('POST', 'Cohort', { body, idempotencyKey: 'key' });
  await call('POST', 'Cohort', { body });
  expect(seen).toEqual(['key', null]);
});
