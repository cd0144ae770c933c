import { jest } from '@jest/globals';
import { fakeServer, json } from '@/testing/fake-server';
import { call } from './http';
import { createQueryClient } from './query-client';

const busy = (seconds: string) =>
  new Response(JSON.stringify({ code: 'too_many_requests', message: 'Wait.', errors: [], traceId: 't' }), {
    status: 429,
    headers: { 'retry-after': seconds },
  });

const load = () => {
  const client = createQueryClient();
  // `fetchQuery` does not retry by default.
  const retry = client.getDefaultOptions().queries?.retry ?? false;
  return client.fetchQuery({ queryKey: ['details'], queryFn: () => call('GET', 'User/details'), retry });
};

afterEach(() => {
  jest.useRealTimers();
});

test('retries a rejected query after the delay in Retry-After', async () => {
  jest.useFakeTimers();
  let busyResponses = 1;
  const server = fakeServer({ 'GET User/details': () => (busyResponses-- > 0 ? busy('2') : json(200, {})) });
  const loaded = load();
  await jest.advanceTimersByTimeAsync(1900);
  expect(server.requests).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(200);
  expect(await loaded).toEqual({});
  expect(server.requests).toHaveLength(2);
});

test('does not retry a query if Retry-After is long', async () => {
  const server = fakeServer({ 'GET User/details': () => busy('3600') });
  await expect(load()).rejects.toThrow('Wait.');
  expect(server.requests).toHaveLength(1);
});
