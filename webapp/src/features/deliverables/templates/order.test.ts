import { moved, toggled } from './order';

test.each([
  ['a', 1, ['b', 'a', 'c']],
  ['c', -1, ['a', 'c', 'b']],
  ['a', -1, ['a', 'b', 'c']],
  ['c', 1, ['a', 'b', 'c']],
  ['x', 1, ['a', 'b', 'c']],
])('moves %s by %d within the list', (item, by, expected) => {
  expect(moved(['a', 'b', 'c'], item, by)).toEqual(expected);
});

test('adds an item at the end, and removes it', () => {
  expect(toggled(['a'], 'b')).toEqual(['a', 'b']);
  expect(toggled(['a', 'b'], 'a')).toEqual(['b']);
});
