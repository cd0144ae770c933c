/** A field that somebody else changed to something that this form does not say. */
export interface Difference {
  path: string;
  label: string;
  /** As the form was opened, as it was typed, as it is saved now; ready to be shown. */
  base: string;
  mine: string;
  theirs: string;
  /** The form changed it too. */
  isBoth: boolean;
}

export type Side = 'mine' | 'theirs';
export type Choices = Readonly<Record<string, Side>>;

/** The difference of a field, if there is one: what the others changed, unless the form says the same. */
export function differenceOf(
  path: string,
  label: string,
  [base, mine, theirs]: readonly [string, string, string],
) {
  const differs = theirs !== base && theirs !== mine;
  return differs ? [{ path, label, base, mine, theirs, isBoth: mine !== base }] : [];
}

/** Conflicts come first. */
export const conflictsFirst = (found: readonly Difference[]): Difference[] =>
  found.toSorted((a, b) => Number(b.isBoth) - Number(a.isBoth));

/** Where only the others changed something, theirs is the natural choice; a conflict has none. */
export const firstChoices = (found: readonly Difference[]): Choices =>
  Object.fromEntries(found.filter(({ isBoth }) => !isBoth).map(({ path }) => [path, 'theirs' as const]));

/** What was typed, with theirs in the fields for which it was chosen. */
export const withTheirs = <T extends object>(mine: T, theirs: T, choices: Choices): T => ({
  ...mine,
  ...Object.fromEntries(Object.entries(theirs).filter(([path]) => choices[path] === 'theirs')),
});
