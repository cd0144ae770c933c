import { reuseKeys } from './use-row-keys';

const NO_ROW = -1;
const at = (...keys: [row: number, key: number][]) => new Map(keys);

test('keeps the keys of rows that stay and adds keys for new rows', () => {
  const before = reuseKeys(new Map(), [0, 1, 2], NO_ROW);
  expect(before).toEqual(at([0, 0], [1, 1], [2, 2]));
  expect(reuseKeys(before, [1, 2, 3], NO_ROW)).toEqual(at([1, 1], [2, 2], [3, 3]));
});

test('reuses all keys in order after a jump', () => {
  expect(reuseKeys(at([4, 7], [5, 8], [6, 9]), [70, 71, 72], NO_ROW)).toEqual(at([70, 7], [71, 8], [72, 9]));
});

test('keeps the key of the active row when the others jump', () => {
  const jumped = reuseKeys(at([0, 0], [1, 1], [2, 2]), [0, 70, 71, 72], 0);
  expect(jumped).toEqual(at([0, 0], [70, 1], [71, 2], [72, 3]));
  expect(reuseKeys(jumped, [0, 1, 2], 0)).toEqual(at([0, 0], [1, 1], [2, 2]));
});

test('returns the same keys while the rows stay the same', () => {
  const before = at([0, 0], [1, 1]);
  expect(reuseKeys(before, [0, 1], 1)).toBe(before);
});
