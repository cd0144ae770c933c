import { stillEmpty } from './use-filled-rows';

const rows = Array.from({ length: 40 }, (_, row) => row);
const all = () => true;

test('fills waiting rows a few at a time, from the middle of the screen outward', () => {
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

test('shows values at once for a row that enters the view already loaded', () => {
  expect(stillEmpty(new Set(), rows, rows, all).size).toBe(0);
});

test('keeps the state of a row that is not shown', () => {
  expect([...stillEmpty(new Set([2, 3]), rows, [3], all)]).toEqual([2]);
});

test('empties a row at once when its values are evicted', () => {
  expect([...stillEmpty(new Set(), rows, rows, (row) => row !== 5)]).toEqual([5]);
});
