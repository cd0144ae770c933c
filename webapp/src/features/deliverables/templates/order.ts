/** Moves an item up (-1) or down (1). At the ends it stays in place. */
export function moveItem<T>(items: readonly T[], item: T, by: number): T[] {
  const from = items.indexOf(item);
  const to = from + by;
  if (from < 0 || to < 0 || to >= items.length) return [...items];
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}

/** Removes an item, or adds it at the end. */
export const toggleItem = <T>(items: readonly T[], item: T): T[] =>
  items.includes(item) ? items.filter((other) => other !== item) : [...items, item];
