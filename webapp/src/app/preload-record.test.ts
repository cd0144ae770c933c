import { jest } from '@jest/globals';
import { createMemoryRouter } from 'react-router';
import { preloadRecords } from './preload-record';

test('loads the code of records once a list has been shown for a while', async () => {
  jest.useFakeTimers();
  Object.assign(window, {
    requestIdleCallback: (run: () => void) => setTimeout(run, 0),
    cancelIdleCallback: (idle: number) => clearTimeout(idle),
  });
  try {
    const loadRecord = jest.fn(async () => undefined);
    const router = createMemoryRouter([
      { path: '/' },
      { path: '/list', handle: { list: 'agents', loadRecord } },
    ]);
    preloadRecords(router);
    await router.navigate('/list');
    await router.navigate('/');
    await jest.advanceTimersByTimeAsync(5_000);
    expect(loadRecord).not.toHaveBeenCalled();
    await router.navigate('/list');
    expect(loadRecord).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(loadRecord).toHaveBeenCalledTimes(1);
  } finally {
    jest.useRealTimers();
    Reflect.deleteProperty(window, 'requestIdleCallback');
    Reflect.deleteProperty(window, 'cancelIdleCallback');
  }
});
