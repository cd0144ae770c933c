import { jest } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { preloadRecords } from './preload-record';

function page() {
  const loadRecord = jest.fn(async () => undefined);
  const router = createMemoryRouter([
    { path: '/' },
    { path: '/list', handle: { list: 'agents', loadRecord } },
  ]);
  preloadRecords(router);
  return { loadRecord, router };
}

test('loads the code of records once a list has been shown for a while', async () => {
  jest.useFakeTimers();
  Object.assign(window, {
    requestIdleCallback: (run: () => void) => setTimeout(run, 0),
    cancelIdleCallback: (idle: number) => clearTimeout(idle),
  });
  try {
    const { loadRecord, router } = page();
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

test('loads the code of records when the pointer reaches a link in a list', async () => {
  const { loadRecord, router } = page();
  document.body.innerHTML = '<p>Agents</p><a href="/ada"><span>Ada Lee</span></a>';
  const [text, name] = [document.querySelector('p'), document.querySelector('span')] as [Element, Element];
  fireEvent.pointerOver(name);
  expect(loadRecord).not.toHaveBeenCalled();
  await router.navigate('/list');
  fireEvent.pointerOver(text);
  expect(loadRecord).not.toHaveBeenCalled();
  fireEvent.pointerOver(name);
  expect(loadRecord).toHaveBeenCalledTimes(1);
});
