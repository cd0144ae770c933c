/** Paths of the records in the list that was open last, in list order. */
let paths: readonly string[] = [];
/** URL of that list with its search and filters. */
let list: string | undefined;

/** Stores the order and the URL of a list when one of its records is opened. */
export function storeNeighbors(next: readonly string[], url?: string): void {
  paths = next;
  list = url;
}

/** Returns the URL of the list that a record was opened from. Undefined if it was opened elsewhere. */
export const listOpenedFrom = (path: string): string | undefined => (paths.includes(path) ? list : undefined);

export interface Neighbors {
  previous: string | undefined;
  next: string | undefined;
}

/** Returns the records before and after this one in the list it was opened from. */
export function neighborsOf(path: string): Neighbors {
  const at = paths.indexOf(path);
  return at < 0 ? { previous: undefined, next: undefined } : { previous: paths[at - 1], next: paths[at + 1] };
}
