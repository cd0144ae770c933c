import { inOrder, share } from './use-slots';

const ROWS = 100;

test('rows that stay keep their elements, newcomers take those of rows that left', () => {
  expect(share([], [0, 1, 2], ROWS)).toEqual([0, 1, 2]);
  expect(share([0, 1, 2], [1, 2, 3], ROWS)).toEqual([3, 1, 2]);
  expect(share([3, 1, 2], [1, 2, 3, 4], ROWS)).toEqual([3, 1, 2, 4]);
});

test('a jump makes no new elements', () => {
  expect(share([0, 1, 2], [70, 71, 72], ROWS)).toEqual([70, 71, 72]);
});

test('elements of rows that left keep them until a newcomer comes', () => {
  expect(share([0, 1, 2], [2], ROWS)).toEqual([0, 1, 2]);
  expect(share([0, 1, 2], [2, 70], ROWS)).toEqual([70, 1, 2]);
});

test('rows that the list has no more leave their elements', () => {
  expect(share([0, 1, 2], [0], 1)).toEqual([0, null, null]);
  expect(share([0, null, null], [0, 1], 2)).toEqual([0, 1, null]);
});

test('the same rows are the same answer', () => {
  const slots = share([], [0, 1], ROWS);
  expect(share(slots, [0, 1], ROWS)).toBe(slots);
  expect(share(slots, [1], ROWS)).toBe(slots);
  const shorter = share(slots, [0], 1);
  expect(share(shorter, [0], 1)).toBe(shorter);
});

test('elements are named in the order of their rows where the document has another', () => {
  expect(inOrder([0, 1, null, 2])).toBeUndefined();
  expect(inOrder([3, null, 1, 2])).toEqual([2, 3, 0]);
});
