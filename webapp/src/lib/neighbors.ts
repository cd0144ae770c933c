/** Paths of the records in the list that was left last, in list order. */
let paths: readonly string[] = [];

/** Stores the order of a list when one of its records is opened. */
export function rememberNeighbors(next: readonly string[]): void {
  paths = next;
}

export interface Neighbors {
  previous: string | undefined;
  next: string | undefined;
}

/** Returns the records before and after this one in the list it was opened from. */
export function neighborsOf(path: string): Neighbors {
  const at = paths.indexOf(path);
  return at < 0 ? { previous: undefined, next: undefined } : { previous: paths[at - 1], next: paths[at + 1] };
}
