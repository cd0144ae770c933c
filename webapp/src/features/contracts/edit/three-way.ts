import { conflictsFirst, differenceOf, type Choices, type Difference } from '@/features/record/three-way';
import type { AnyRecord, Terms } from '../api/get-contract';
import { show, valueOf } from '../fields';
import { fieldsOf } from '../form/contract-values';
import type { LineOfContract } from '../lines';

/** What somebody else changed while the form was open, unless the form says the same. Conflicts come first. */
export function differences(
  line: LineOfContract,
  base: AnyRecord,
  mine: Terms,
  theirs: AnyRecord,
  carrierName: (uuid: string) => string,
): Difference[] {
  const found = fieldsOf(line).flatMap((field) => {
    // Compared as shown: two spellings of one amount are no difference.
    const shown = (terms: Terms) => {
      const text = show(field, valueOf(terms, field.key));
      return field.kind === 'carrier' ? carrierName(text) : text;
    };
    return differenceOf(field.key, field.label, [shown(base.contract), shown(mine), shown(theirs.contract)]);
  });
  return conflictsFirst(found);
}

/** What was typed, with theirs in the fields for which it was chosen. */
export function merged(mine: Terms, theirs: AnyRecord, choices: Choices): Terms {
  const taken = Object.entries(choices)
    .filter(([, side]) => side === 'theirs')
    .map(([key]) => [key, valueOf(theirs.contract, key) ?? null]);
  return { ...mine, ...Object.fromEntries(taken) } as Terms;
}
