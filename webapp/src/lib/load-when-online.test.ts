import { jest } from '@jest/globals';
import { loadWhenOnline, PageLoadError } from './load-when-online';

afterEach(() => jest.restoreAllMocks());

const goOffline = () => jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);

test('retries once the connection is back', async () => {
  const offline = goOffline();
  let calls = 0;
  const loaded = loadWhenOnline(async () => {
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
  const failing = loadWhenOnline(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(failing).rejects.toBeInstanceOf(PageLoadError);
});
