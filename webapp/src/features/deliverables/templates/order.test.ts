import { moveItem, toggleItem } from './order';

test.each([
  ['a', 1, ['b', 'a', 'c']],
  ['c', -1, ['a', 'c', 'b']],
  ['a', -1, ['a', 'b', 'c']],
  ['c', 1, ['a', 'b', 'c']],
  ['x', 1, ['a', 'b', 'c']],
])('moves %s by %d within the list', (item, by, expected) => {
  expect(moveItem(['a', 'b', 'c'], item, by)).toEqual(expected);
});

test('adds an item at the end, and removes it', () => {
  expect(toggleItem(['a'], 'b')).toEqual(['a', 'b']);
  expect(toggleItem(['a', 'b'], 'a')).toEqual(['b']);
});
