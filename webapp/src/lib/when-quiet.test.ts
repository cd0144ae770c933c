import { jest } from '@jest/globals';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(window, 'requestIdleCallback');
  Reflect.deleteProperty(window, 'cancelIdleCallback');
});

/** A browser that is idle at once, and a page that has been opened just now. */
async function opened() {
  Object.assign(window, {
    requestIdleCallback: (run: () => void) => setTimeout(run, 0),
    cancelIdleCallback: (idle: number) => clearTimeout(idle),
  });
  jest.resetModules();
  return import('./when-quiet');
}

test('waits until somebody who has come, scrolls or types has been still for a while', async () => {
  const { whenQuiet } = await opened();
  const run = jest.fn();
  whenQuiet(run);
  jest.advanceTimersByTime(1_500);
  window.dispatchEvent(new Event('scroll'));
  jest.advanceTimersByTime(1_500);
  window.dispatchEvent(new Event('keydown'));
  jest.advanceTimersByTime(1_999);
  expect(run).not.toHaveBeenCalled();
  jest.advanceTimersByTime(2);
  expect(run).toHaveBeenCalledTimes(1);
});

test('waits while answers come', async () => {
  const { whenQuiet, noteActivity } = await opened();
  const run = jest.fn();
  whenQuiet(run);
  jest.advanceTimersByTime(1_900);
  noteActivity();
  jest.advanceTimersByTime(1_900);
  expect(run).not.toHaveBeenCalled();
  jest.advanceTimersByTime(200);
  expect(run).toHaveBeenCalledTimes(1);
});

test('what is called off does not run', async () => {
  const { whenQuiet } = await opened();
  const run = jest.fn();
  const callOff = whenQuiet(run);
  callOff();
  jest.advanceTimersByTime(10_000);
  expect(run).not.toHaveBeenCalled();
});
