import { inOrder, share } from './use-slots';

const ROWS = 100;

test('keeps the elements of remaining rows and reuses the others for new rows', () => {
  expect(share([], [0, 1, 2], ROWS)).toEqual([0, 1, 2]);
  expect(share([0, 1, 2], [1, 2, 3], ROWS)).toEqual([3, 1, 2]);
  expect(share([3, 1, 2], [1, 2, 3, 4], ROWS)).toEqual([3, 1, 2, 4]);
});

test('creates no elements on a jump', () => {
  expect(share([0, 1, 2], [70, 71, 72], ROWS)).toEqual([70, 71, 72]);
});

test('keeps the element of a hidden row until a new row needs it', () => {
  expect(share([0, 1, 2], [2], ROWS)).toEqual([0, 1, 2]);
  expect(share([0, 1, 2], [2, 70], ROWS)).toEqual([70, 1, 2]);
});

test('frees the elements of rows past the end of the list', () => {
  expect(share([0, 1, 2], [0], 1)).toEqual([0, null, null]);
  expect(share([0, null, null], [0, 1], 2)).toEqual([0, 1, null]);
});

test('returns the same array if the rows do not change', () => {
  const slots = share([], [0, 1], ROWS);
  expect(share(slots, [0, 1], ROWS)).toBe(slots);
  expect(share(slots, [1], ROWS)).toBe(slots);
  const shorter = share(slots, [0], 1);
  expect(share(shorter, [0], 1)).toBe(shorter);
});

test('returns the row order only if it differs from the document order', () => {
  expect(inOrder([0, 1, null, 2])).toBeUndefined();
  expect(inOrder([3, null, 1, 2])).toEqual([2, 3, 0]);
});
