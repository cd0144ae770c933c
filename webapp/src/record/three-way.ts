/** A field that another user changed to a value other than the one in the form. */
export interface Difference {
  path: string;
  label: string;
  /** Formatted values: when the form was opened, as typed, and as saved now. */
  base: string;
  mine: string;
  theirs: string;
  /** The field was also changed in the form, so this is a conflict. */
  isConflict: boolean;
}

export type Side = 'mine' | 'theirs';
export type Choices = Readonly<Record<string, Side>>;

/**
 * Returns the difference of a field, or an empty array if the other user did not change it or both
 * values are equal.
 */
export function differenceOf(
  path: string,
  label: string,
  [base, mine, theirs]: readonly [string, string, string],
) {
  const differs = theirs !== base && theirs !== mine;
  return differs ? [{ path, label, base, mine, theirs, isConflict: mine !== base }] : [];
}

/** Sorts conflicts first. */
export const conflictsFirst = (found: readonly Difference[]): Difference[] =>
  found.toSorted((a, b) => Number(b.isConflict) - Number(a.isConflict));

/** Returns the default choices: the other user's value, except for conflicts, which have no default. */
export const defaultChoices = (found: readonly Difference[]): Choices =>
  Object.fromEntries(
    found.filter(({ isConflict }) => !isConflict).map(({ path }) => [path, 'theirs' as const]),
  );

/** Returns the typed values, with the other user's values where chosen. */
export const withTheirs = <T extends object>(mine: T, theirs: T, choices: Choices): T => ({
  ...mine,
  ...Object.fromEntries(Object.entries(theirs).filter(([path]) => choices[path] === 'theirs')),
});
