import { stillEmpty } from './use-filled-rows';

const rows = Array.from({ length: 40 }, (_, row) => row);
const all = () => true;

test('rows that waited get their values a few at a time, from the middle of the screen outwards', () => {
  let empty = stillEmpty(new Set(), rows, rows, () => false);
  expect(empty.size).toBe(40);
  const frames = [];
  while (empty.size > 0) {
    empty = stillEmpty(empty, rows, rows, all);
    frames.push([...empty]);
  }
  expect(frames.map(({ length }) => length)).toEqual([28, 16, 4, 0]);
  expect(frames[0]).toEqual([...rows.slice(0, 14), ...rows.slice(26)]);
});

test('a row that comes with its values waits for nothing', () => {
  expect(stillEmpty(new Set(), rows, rows, all).size).toBe(0);
});

test('a row that is not shown stays as it is', () => {
  expect([...stillEmpty(new Set([2, 3]), rows, [3], all)]).toEqual([2]);
});

test('a row whose values went is without them at once', () => {
  expect([...stillEmpty(new Set(), rows, rows, (row) => row !== 5)]).toEqual([5]);
});
