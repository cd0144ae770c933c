import { jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useIsSlow } from './use-is-slow';

test('is true only while something loads for longer than 300 ms', () => {
  jest.useFakeTimers();
  try {
    const { result, rerender } = renderHook(useIsSlow, { initialProps: true });
    const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));
    wait(299);
    expect(result.current).toBe(false);
    wait(1);
    expect(result.current).toBe(true);
    rerender(false);
    expect(result.current).toBe(false);
    rerender(true);
    expect(result.current).toBe(false);
    wait(300);
    expect(result.current).toBe(true);
  } finally {
    jest.useRealTimers();
  }
});
