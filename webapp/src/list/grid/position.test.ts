import { HEADER_ROW, move, TOTALS_ROW, type Position } from './position';

const size = { rows: 1000, columns: 8, hasTotals: true, pageRows: 20 };
const at = (row: number, column: number): Position => ({ row, column });

test.each<[string, Position, string, boolean, Position]>([
  ['right', at(3, 2), 'ArrowRight', false, at(3, 3)],
  ['right at the last column', at(3, 7), 'ArrowRight', false, at(3, 7)],
  ['left at the first column', at(3, 0), 'ArrowLeft', false, at(3, 0)],
  ['down at the last row', at(999, 1), 'ArrowDown', false, at(999, 1)],
  ['up from the first row into the totals', at(0, 1), 'ArrowUp', false, at(TOTALS_ROW, 1)],
  ['up from the totals into the header', at(TOTALS_ROW, 1), 'ArrowUp', false, at(HEADER_ROW, 1)],
  ['up in the header', at(HEADER_ROW, 1), 'ArrowUp', false, at(HEADER_ROW, 1)],
  ['down from the header into the totals', at(HEADER_ROW, 1), 'ArrowDown', false, at(TOTALS_ROW, 1)],
  ['down from the totals', at(TOTALS_ROW, 1), 'ArrowDown', false, at(0, 1)],
  ['to the end of the row', at(3, 2), 'End', false, at(3, 7)],
  ['to the start of the row', at(3, 2), 'Home', false, at(3, 0)],
  ['to the last cell', at(3, 2), 'End', true, at(999, 7)],
  ['to the first cell', at(3, 2), 'Home', true, at(0, 0)],
  ['a page down', at(3, 2), 'PageDown', false, at(23, 2)],
  ['a page up, not above the first row', at(3, 2), 'PageUp', false, at(0, 2)],
])('%s', (_, from, key, toTheEnd, to) => {
  expect(move(from, key, toTheEnd, size)).toEqual(to);
});

test('without totals the first row is directly below the header', () => {
  const bare = { ...size, hasTotals: false };
  expect(move(at(0, 1), 'ArrowUp', false, bare)).toEqual(at(HEADER_ROW, 1));
  expect(move(at(HEADER_ROW, 1), 'ArrowDown', false, bare)).toEqual(at(0, 1));
});

test('ignores other keys', () => {
  expect(move(at(0, 1), 'x', false, size)).toBeNull();
});
