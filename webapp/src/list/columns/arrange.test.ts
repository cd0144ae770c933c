import { listDefinition } from 'firmbook-wasm';
import type { GridColumn } from '../types';
import { moveBefore, moveBy, pinnedCount } from './arrange';
import { rename, shownFirst } from './column-list';
import { togglePin } from './toggle-pin';

const all: GridColumn[] = listDefinition('agents').columns.map((column) =>
  Object.assign(column, { label: column.defaultLabel, width: 100 }),
);
const [a, b, c] = all as [GridColumn, GridColumn, GridColumn];
const keys = (columns: GridColumn[]) => columns.map((column) => column.key);

test('moves columns within the bounds of the list', () => {
  expect(keys(moveBy([a, b, c], a.key, 1))).toEqual([b.key, a.key, c.key]);
  expect(keys(moveBy([a, b, c], a.key, -1))).toEqual([a.key, b.key, c.key]);
  expect(keys(moveBefore([a, b, c], c.key, a.key))).toEqual([c.key, a.key, b.key]);
  expect(keys(moveBefore([a, b], 'unknown', a.key))).toEqual([a.key, b.key]);
});

test('pins columns next to the first one, and moves an unpinned one after them', () => {
  expect(pinnedCount([a, b, c])).toBe(1);
  const pinned = togglePin([a, b, c], c.key);
  expect(keys(pinned)).toEqual([a.key, c.key, b.key]);
  expect(pinnedCount(pinned)).toBe(2);
  const all3 = togglePin(pinned, b.key);
  expect(pinnedCount(all3)).toBe(3);
  const back = togglePin(all3, c.key);
  expect(keys(back)).toEqual([a.key, b.key, c.key]);
  expect(pinnedCount(back)).toBe(2);
  // A pinned column that is moved away from the others scrolls again.
  expect(pinnedCount(moveBy(togglePin([a, b, c], b.key), b.key, 1))).toBe(1);
});

test('restores the default label if the new one is empty', () => {
  expect(rename([a], a.key, ' Producer ')[0]?.label).toBe('Producer');
  expect(rename([{ ...a, label: 'Producer' }], a.key, '  ')[0]?.label).toBe(a.defaultLabel);
});

test('lists hidden columns after the shown ones, by label', () => {
  const arranged = shownFirst(all, [c, a]);
  expect(keys(arranged.slice(0, 2))).toEqual([c.key, a.key]);
  expect(arranged).toHaveLength(all.length);
  const rest = arranged.slice(2).map((column) => column.label);
  expect(rest).toEqual(rest.toSorted((x, y) => x.localeCompare(y)));
});
