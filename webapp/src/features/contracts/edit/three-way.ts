import { conflictsFirst, differenceOf, type Choices, type Difference } from '@/record/three-way';
import type { AnyRecord, Draft, Terms } from '../api/get-contract';
import { fieldsOf, formatField, valueOf } from '../fields';
import { describeRiders } from '../riders';
import type { LineOfBusiness } from '../lines-of-business';

/**
 * Returns the fields that another user changed since `base`, unless the form has the same value.
 * Conflicts come first.
 */
export function differences(
  line: LineOfBusiness,
  base: AnyRecord,
  mine: Draft,
  theirs: AnyRecord,
  carrierName: (uuid: string) => string,
): Difference[] {
  const found = fieldsOf(line).flatMap((field) => {
    // Compare formatted values, so that a reformatted amount is not a difference.
    const shown = (terms: Terms) => {
      const text = formatField(field, valueOf(terms, field.key));
      return field.kind === 'carrier' ? carrierName(text) : text;
    };
    return differenceOf(field.key, field.label, [
      shown(base.contract),
      shown(mine.terms),
      shown(theirs.contract),
    ]);
  });
  const riders = [base, mine, theirs].map((item) => describeRiders(item.riders));
  const [before = '', typed = '', saved = ''] = riders;
  found.push(...differenceOf(RIDERS, 'Riders', [before, typed, saved]));
  return conflictsFirst(found);
}

/** Returns the typed values, with the other user's values where chosen. */
export function merge(mine: Draft, theirs: AnyRecord, choices: Choices): Draft {
  const takenPaths = Object.entries(choices)
    .filter(([key, side]) => side === 'theirs' && key !== RIDERS)
    .map(([key]) => [key, valueOf(theirs.contract, key) ?? null]);
  return {
    terms: { ...mine.terms, ...Object.fromEntries(takenPaths) } as Terms,
    riders: choices[RIDERS] === 'theirs' ? theirs.riders : mine.riders,
  };
}

const RIDERS = 'riders';
