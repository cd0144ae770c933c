import { jest } from '@jest/globals';
import { act, render } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { usePreloadedRecord } from './use-preloaded-record';

function Page() {
  usePreloadedRecord();
  return null;
}

test('loads the code of records once a list has been shown for a while', async () => {
  jest.useFakeTimers();
  Object.assign(window, {
    requestIdleCallback: (run: () => void) => setTimeout(run, 0),
    cancelIdleCallback: (idle: number) => clearTimeout(idle),
  });
  try {
    const loadRecord = jest.fn(async () => undefined);
    const router = createMemoryRouter([
      { path: '/', element: <Page /> },
      { path: '/list', element: <Page />, handle: { list: 'agents', loadRecord } },
    ]);
    const { unmount } = render(<RouterProvider router={router} />);
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    expect(loadRecord).not.toHaveBeenCalled();
    await act(() => router.navigate('/list'));
    expect(loadRecord).not.toHaveBeenCalled();
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    expect(loadRecord).toHaveBeenCalledTimes(1);
    unmount();
  } finally {
    jest.useRealTimers();
    Reflect.deleteProperty(window, 'requestIdleCallback');
    Reflect.deleteProperty(window, 'cancelIdleCallback');
  }
});
