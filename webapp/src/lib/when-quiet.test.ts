import { jest } from '@jest/globals';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(window, 'requestIdleCallback');
  Reflect.deleteProperty(window, 'cancelIdleCallback');
});

/** Loads the module fresh, in a browser that is always idle. */
async function opened() {
  Object.assign(window, {
    requestIdleCallback: (run: () => void) => setTimeout(run, 0),
    cancelIdleCallback: (idle: number) => clearTimeout(idle),
  });
  jest.resetModules();
  return import('./when-quiet');
}

test('waits until the user has been inactive for a while after loading, scrolling or typing', async () => {
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

test('waits while responses arrive', async () => {
  const { whenQuiet, restartQuietPeriod } = await opened();
  const run = jest.fn();
  whenQuiet(run);
  jest.advanceTimersByTime(1_900);
  restartQuietPeriod();
  jest.advanceTimersByTime(1_900);
  expect(run).not.toHaveBeenCalled();
  jest.advanceTimersByTime(200);
  expect(run).toHaveBeenCalledTimes(1);
});

test('does not run after it is canceled', async () => {
  const { whenQuiet } = await opened();
  const run = jest.fn();
  const callOff = whenQuiet(run);
  callOff();
  jest.advanceTimersByTime(10_000);
  expect(run).not.toHaveBeenCalled();
});
