import { jest } from '@jest/globals';
import { loadOnline, PageLoadError } from './load-online';

afterEach(() => jest.restoreAllMocks());

const goOffline = () => jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);

test('retries once the connection is back', async () => {
  const offline = goOffline();
  let calls = 0;
  const loaded = loadOnline(async () => {
    calls += 1;
    if (calls === 1) throw new TypeError('Failed to fetch');
    return 'page';
  });
  await Promise.resolve();
  offline.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  expect(await loaded).toBe('page');
  expect(calls).toBe(2);
});

test('fails with a load error while online', async () => {
  const failing = loadOnline(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(failing).rejects.toBeInstanceOf(PageLoadError);
});
