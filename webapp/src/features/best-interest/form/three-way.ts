import { conflictsFirst, type Choices, type Difference } from '@/record/three-way';
import { bestInterestBlocks } from 'firmbook-later';
import type { BestInterestContent, BestInterestVersion, FormField } from 'firmbook-wasm';
import { valuesOf, type FormBlocks, type FormValues } from '../form-values';
import { isOpen } from '../states';

/** Paths of second values, for fields that display two values as one. */
const SECOND: Readonly<Record<string, string>> = {
  'form.consumerProfile.riskTolerance': 'form.consumerProfile.acceptsNonGuaranteed',
};

type Node = Record<string, unknown>;

const valueAt = (form: FormBlocks, path: string): unknown =>
  path.split('.').reduce<unknown>((node, key) => (node as Node | undefined)?.[key], { form });

/** Copies the value at a path from one form to another. */
function copy(from: FormBlocks, to: FormBlocks, path: string) {
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  (valueAt(to, keys.join('.')) as Node)[last] = structuredClone(valueAt(from, path));
}

/** Path of the form's state. */
const STATE = 'isComplete';

/** A displayed field of a version. */
interface Shown extends Pick<FormField, 'label' | 'text'> {
  /** Text for comparison. Equal if and only if all values of the field are equal. */
  key: string;
}

function shownOf({ form, isComplete }: FormValues, content: BestInterestContent): Map<string, Shown> {
  const fields = bestInterestBlocks({ ...content, form }).flatMap((block) => block.fields);
  const state = isComplete ? 'Complete' : 'Draft';
  const shown = new Map<string, Shown>(
    fields.map(({ path, label, text }) => {
      const value = valueAt(form, path);
      const isStatement = value !== null && typeof value === 'object' && !Array.isArray(value);
      const second = SECOND[path];
      // Amounts and spaces can be typed in several ways, so compare the texts unless they hide a value.
      const hidden = isStatement ? value : second ? [value, valueAt(form, second)] : null;
      return [path, { label, text, key: hidden === null ? text : JSON.stringify(hidden) }];
    }),
  );
  return shown.set(STATE, { label: 'Status', text: state, key: state });
}

const EMPTY: Shown = { label: '', text: '', key: '' };

/**
 * Returns the fields that another user changed since `base`, unless the form has the same value.
 * Conflicts come first. Empty if the form was signed in the meantime, because it can no longer be changed.
 */
export function differencesOf(
  base: BestInterestVersion,
  mine: FormValues,
  theirs: BestInterestVersion,
  /** Returns the content that saving the form would store. */
  contentOf: (form: FormBlocks) => BestInterestContent,
): Difference[] {
  if (!isOpen(theirs)) return [];
  const before = shownOf(valuesOf(base), base.content);
  const typed = shownOf(mine, contentOf(mine.form));
  const after = shownOf(valuesOf(theirs), theirs.content);
  const paths = new Set([...after.keys(), ...before.keys()]);
  return conflictsFirst(
    [...paths].flatMap((path) => {
      const [baseField, myField, theirField] = [before, typed, after].map(
        (fields) => fields.get(path) ?? EMPTY,
      );
      if (
        !baseField ||
        !myField ||
        !theirField ||
        theirField.key === baseField.key ||
        theirField.key === myField.key
      )
        return [];
      const label = theirField.label || baseField.label;
      const isConflict = myField.key !== baseField.key;
      return [{ path, label, base: baseField.text, mine: myField.text, theirs: theirField.text, isConflict }];
    }),
  );
}

/** Returns the typed values, with the other user's values where chosen. */
export function merge(mine: FormValues, theirs: BestInterestVersion, choices: Choices): FormValues {
  const form = structuredClone(mine.form);
  const { form: theirField, isComplete } = valuesOf(theirs);
  for (const [path, side] of Object.entries(choices)) {
    if (side !== 'theirs' || path === STATE) continue;
    copy(theirField, form, path);
    const second = SECOND[path];
    if (second) copy(theirField, form, second);
  }
  return { isComplete: choices[STATE] === 'theirs' ? isComplete : mine.isComplete, form };
}
