import { conflictsFirst, differenceOf, withTheirs, type Choices, type Difference } from '@/record/three-way';
import type { TrustInput, TrustRecord } from 'firmbook-wasm';
import { stateLabel, typeLabel } from '../labels';

/** Form values for the details of a trust. */
export type TrustValues = Required<Omit<TrustInput, 'version'>>;

export const valuesOf = ({ trustType, governingState, notes }: TrustRecord): TrustValues => ({
  trustType: trustType ?? '',
  governingState: governingState ?? '',
  notes: notes ?? '',
});

interface Field {
  path: keyof TrustValues;
  label: string;
  show: (value: string) => string;
}

const FIELDS: readonly Field[] = [
  { path: 'trustType', label: 'Type', show: (code) => typeLabel(code) ?? '' },
  { path: 'governingState', label: 'Governing state', show: (code) => stateLabel(code) ?? '' },
  { path: 'notes', label: 'Notes', show: (text) => text.trim() },
];

/**
 * Returns the fields that another user changed since `base`, unless the form has the same value.
 * Conflicts come first.
 */
export function differences(base: TrustRecord, mine: TrustValues, theirs: TrustRecord): Difference[] {
  const [before, after] = [valuesOf(base), valuesOf(theirs)];
  return conflictsFirst(
    FIELDS.flatMap(({ path, label, show }) =>
      differenceOf(path, label, [show(before[path]), show(mine[path]), show(after[path])]),
    ),
  );
}

export const merge = (mine: TrustValues, theirs: TrustRecord, choices: Choices): TrustValues =>
  withTheirs(mine, valuesOf(theirs), choices);
