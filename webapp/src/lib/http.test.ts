import { fakeServer, json, problem } from '@/testing/fake-server';
import { ApiError, call, takeTokensFrom } from './http';

const tokens = (first: string, renewed: string) =>
  takeTokensFrom({ current: async () => first, renew: async () => renewed });
const failure = async (promise: Promise<unknown>) =>
  (await promise.catch((reason: unknown) => reason)) as ApiError;

test('a refusal tells the server’s sentence and its findings', async () => {
  fakeServer({
    'POST FirmAgent/1': () =>
      problem(422, 'invalid', 'The agent cannot be saved.', [
        { field: 'person.npn', code: 'taken', message: 'Taken.' },
      ]),
  });
  const error = await failure(call('POST', 'FirmAgent/1', { body: {} }));
  expect(error).toBeInstanceOf(ApiError);
  expect(error.message).toBe('The agent cannot be saved.');
  expect(error.problem?.errors[0]?.field).toBe('person.npn');
});

test('faults of the server are an unknown error, whatever their body says', async () => {
  fakeServer({ 'GET User/details': () => problem(500, 'internal', 'stack trace') });
  expect((await failure(call('GET', 'User/details'))).message).toBe('Unknown error');
});

test('an answer that is no JSON is an unknown error', async () => {
  fakeServer({ 'GET User/details': () => new Response('<html>', { status: 404 }) });
  expect((await failure(call('GET', 'User/details'))).message).toBe('Unknown error');
});

test('without an answer it says so', async () => {
  globalThis.fetch = async () => {
    throw new TypeError('fetch failed');
  };
  expect((await failure(call('GET', 'User/details'))).message).toBe('The server could not be reached.');
});

test('a refused token is renewed once', async () => {
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

test('an empty answer is undefined', async () => {
  fakeServer({ 'DELETE x': () => json(204, null) });
  expect(await call('DELETE', 'x')).toBeUndefined();
});
