import { listDefinition } from 'firmbook-wasm';
import type { GridColumn } from '../types';
import { arrange, moveBefore, moveBy, rename } from './arrange';

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

test('restores the default label if the new one is empty', () => {
  expect(rename([a], a.key, ' Producer ')[0]?.label).toBe('Producer');
  expect(rename([{ ...a, label: 'Producer' }], a.key, '  ')[0]?.label).toBe(a.defaultLabel);
});

test('lists hidden columns after the shown ones, by label', () => {
  const arranged = arrange(all, [c, a]);
  expect(keys(arranged.slice(0, 2))).toEqual([c.key, a.key]);
  expect(arranged).toHaveLength(all.length);
  const rest = arranged.slice(2).map((column) => column.label);
  expect(rest).toEqual(rest.toSorted((x, y) => x.localeCompare(y)));
});
