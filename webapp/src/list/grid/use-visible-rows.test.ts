import { renderHook, waitFor } from '@testing-library/react';
import { drawnNext, rowsInView, useVisibleRows } from './use-visible-rows';

test('returns the rows on the screen plus overscan, in steps', () => {
  expect(rowsInView(0, 720, 36, 100_000, 12)).toEqual({ first: 0, end: 32 });
  expect(rowsInView(36_000, 720, 36, 100_000, 12)).toEqual({ first: 988, end: 1032 });
  expect(rowsInView(36_036, 720, 36, 100_000, 12)).toEqual({ first: 988, end: 1036 });
});

test('uses the requested overscan', () => {
  expect(rowsInView(36_000, 720, 36, 100_000, 0)).toEqual({ first: 1000, end: 1020 });
  expect(rowsInView(36_036, 720, 36, 100_000, 0)).toEqual({ first: 1000, end: 1024 });
});

test('stays within the list', () => {
  expect(rowsInView(0, 720, 36, 3, 12)).toEqual({ first: 0, end: 3 });
  expect(rowsInView(0, 720, 36, 0, 12)).toEqual({ first: 0, end: 0 });
  expect(rowsInView(99_980 * 36, 720, 36, 100_000, 12)).toEqual({ first: 99_968, end: 100_000 });
});

test('shows the end of a list that became shorter than the scroll position', () => {
  const { first, end } = rowsInView(36_000, 720, 36, 10, 12);
  expect(first).toBeLessThan(end);
  expect(end).toBe(10);
});

describe('rendering a few rows per frame', () => {
  const screen = { first: 1000, end: 1024 };
  const wanted = { first: 988, end: 1036 };

  test('after a jump, starts at the top of the screen and adds the overscan last', () => {
    const frames = [];
    let drawn = { first: 0, end: 32 };
    while (drawn.first !== wanted.first || drawn.end !== wanted.end) {
      drawn = drawnNext(drawn, screen, wanted);
      frames.push([drawn.first, drawn.end]);
    }
    expect(frames).toEqual([
      [1000, 1012],
      [1000, 1024],
      [1000, 1036],
      [988, 1036],
    ]);
  });

  test('keeps rendered rows and drops those out of range', () => {
    expect(drawnNext({ first: 980, end: 1028 }, screen, wanted)).toEqual(wanted);
    expect(drawnNext({ first: 1016, end: 1064 }, screen, wanted)).toEqual({ first: 1004, end: 1036 });
  });

  test('starts over if only overscan rows remain', () => {
    expect(drawnNext({ first: 940, end: 992 }, screen, wanted)).toEqual({ first: 1000, end: 1012 });
  });

  test('shows nothing if the list became empty', () => {
    const none = { first: 0, end: 0 };
    expect(drawnNext({ first: 0, end: 32 }, none, none)).toEqual(none);
  });
});

test('never returns rows past the end of a list that became shorter', async () => {
  const scroller = { current: document.createElement('div') };
  const seen: number[] = [];
  const { rerender, result } = renderHook(
    ({ rowCount }) => {
      const range = useVisibleRows(scroller, 36, rowCount);
      if (rowCount === 2) seen.push(range.first, range.end);
      return range;
    },
    { initialProps: { rowCount: 1000 } },
  );
  await waitFor(() => expect(result.current.end).toBeGreaterThan(2));
  rerender({ rowCount: 2 });
  expect(Math.max(...seen)).toBeLessThanOrEqual(2);
});
