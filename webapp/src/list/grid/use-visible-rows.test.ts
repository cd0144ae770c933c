import { rowsInView } from './use-visible-rows';

test('the rows on the screen and some beyond, in steps', () => {
  expect(rowsInView(0, 720, 36, 100_000)).toEqual({ first: 0, end: 32 });
  expect(rowsInView(36_000, 720, 36, 100_000)).toEqual({ first: 988, end: 1032 });
  expect(rowsInView(36_036, 720, 36, 100_000)).toEqual({ first: 988, end: 1036 });
});

test('as few beyond as is asked for', () => {
  expect(rowsInView(36_000, 720, 36, 100_000, 0)).toEqual({ first: 1000, end: 1020 });
  expect(rowsInView(36_036, 720, 36, 100_000, 0)).toEqual({ first: 1000, end: 1024 });
});

test('never beyond the ends', () => {
  expect(rowsInView(0, 720, 36, 3)).toEqual({ first: 0, end: 3 });
  expect(rowsInView(0, 720, 36, 0)).toEqual({ first: 0, end: 0 });
  expect(rowsInView(99_980 * 36, 720, 36, 100_000)).toEqual({ first: 99_968, end: 100_000 });
});

test('a list that became shorter than the place scrolled to shows its end', () => {
  const { first, end } = rowsInView(36_000, 720, 36, 10);
  expect(first).toBeLessThan(end);
  expect(end).toBe(10);
});
