import { inOrder, share } from './use-slots';

test('rows that stay keep their elements, newcomers take those of rows that left', () => {
  expect(share([], [0, 1, 2])).toEqual([0, 1, 2]);
  expect(share([0, 1, 2], [1, 2, 3])).toEqual([3, 1, 2]);
  expect(share([3, 1, 2], [1, 2, 3, 4])).toEqual([3, 1, 2, 4]);
});

test('a jump makes no new elements', () => {
  expect(share([0, 1, 2], [70, 71, 72])).toEqual([70, 71, 72]);
});

test('elements without a row wait for one', () => {
  expect(share([0, 1, 2], [2])).toEqual([null, null, 2]);
  expect(share([null, null, 2], [2, 3])).toEqual([3, null, 2]);
});

test('the same rows are the same answer', () => {
  const slots = share([], [0, 1]);
  expect(share(slots, [0, 1])).toBe(slots);
  const waiting = share(slots, [1]);
  expect(share(waiting, [1])).toBe(waiting);
});

test('elements are named in the order of their rows where the document has another', () => {
  expect(inOrder([0, 1, null, 2])).toBeUndefined();
  expect(inOrder([3, null, 1, 2])).toEqual([2, 3, 0]);
});
