import { jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useProgressiveCount } from './use-progressive-count';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());
const nextFrame = () => act(() => jest.advanceTimersToNextTimer());

test('renders a few more items in each frame until all are rendered', () => {
  const { result, rerender } = renderHook(({ count }) => useProgressiveCount(count, 8), {
    initialProps: { count: 20 },
  });
  expect(result.current).toBe(8);
  nextFrame();
  expect(result.current).toBe(16);
  nextFrame();
  expect(result.current).toBe(20);
  expect(jest.getTimerCount()).toBe(0);
  rerender({ count: 30 });
  expect(result.current).toBe(24);
  nextFrame();
  expect(result.current).toBe(30);
});
