import { useState } from 'react';

/** React keys by row index. */
type Keys = ReadonlyMap<number, number>;

/**
 * Returns the keys of the rendered rows. A row keeps its key while it is rendered. After a jump,
 * the new rows take the keys of the old ones in order, so that React updates their elements instead
 * of replacing them. The active row always keeps its key, because its element may have the focus.
 */
export function reuseKeys(before: Keys, rows: readonly number[], active: number): Keys {
  if (rows.length === before.size && rows.every((row) => before.has(row))) return before;
  const isJump = rows.every((row) => row === active || !before.has(row));
  const free = isJump ? [...before].flatMap(([row, key]) => (row === active ? [] : [key])) : [];
  let unused = Math.max(-1, ...before.values()) + 1;
  return new Map(rows.map((row) => [row, before.get(row) ?? free.shift() ?? unused++]));
}

/** Returns the React keys for the rendered rows. See `reuseKeys`. */
export function useRowKeys(rows: readonly number[], active: number): Keys {
  const [keys, setKeys] = useState<Keys>(new Map());
  const next = reuseKeys(keys, rows, active);
  if (next !== keys) setKeys(next);
  return next;
}
