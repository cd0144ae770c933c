import { nextSort } from './next-sort';

test('a click goes through ascending, descending and none, and drops the other columns', () => {
  const first = nextSort([{ column: 'npn', direction: 'asc' }], 'name', false);
  expect(first).toEqual([{ column: 'name', direction: 'asc' }]);
  const second = nextSort(first, 'name', false);
  expect(second).toEqual([{ column: 'name', direction: 'desc' }]);
  expect(nextSort(second, 'name', false)).toEqual([]);
});

test('with shift the other columns keep their place', () => {
  const two = nextSort([{ column: 'npn', direction: 'asc' }], 'name', true);
  expect(two).toEqual([
    { column: 'npn', direction: 'asc' },
    { column: 'name', direction: 'asc' },
  ]);
  expect(nextSort(two, 'npn', true)[0]).toEqual({ column: 'npn', direction: 'desc' });
  expect(nextSort(nextSort(two, 'npn', true), 'npn', true)).toEqual([{ column: 'name', direction: 'asc' }]);
});
