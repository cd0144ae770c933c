import type { Sort } from 'firmbook-wasm';

/**
 * Returns the sort order after a header click: ascending, descending, unsorted. `add` keeps the
 * other columns.
 */
export function nextSort(sort: readonly Sort[], column: string, add: boolean): Sort[] {
  const current = sort.find((part) => part.column === column);
  const next: Sort[] = current?.direction === 'desc' ? [] : [{ column, direction: current ? 'desc' : 'asc' }];
  if (!add) return next;
  if (!current) return [...sort, ...next];
  return sort.flatMap((part) => (part === current ? next : [part]));
}
