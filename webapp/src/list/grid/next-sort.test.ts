import { nextSort } from './next-sort';

test('a click cycles through ascending, descending and unsorted, and drops other columns', () => {
  const first = nextSort([{ column: 'npn', direction: 'asc' }], 'name', false);
  expect(first).toEqual([{ column: 'name', direction: 'asc' }]);
  const second = nextSort(first, 'name', false);
  expect(second).toEqual([{ column: 'name', direction: 'desc' }]);
  expect(nextSort(second, 'name', false)).toEqual([]);
});

test('a Shift-click keeps the other columns', () => {
  const two = nextSort([{ column: 'npn', direction: 'asc' }], 'name', true);
  expect(two).toEqual([
    { column: 'npn', direction: 'asc' },
    { column: 'name', direction: 'asc' },
  ]);
  expect(nextSort(two, 'npn', true)[0]).toEqual({ column: 'npn', direction: 'desc' });
  expect(nextSort(nextSort(two, 'npn', true), 'npn', true)).toEqual([{ column: 'name', direction: 'asc' }]);
});
