import { conflictingRecord } from '@/lib/conflicting-record';
import { failureText } from '@/lib/failure-text';
import { fieldMessages } from '@/lib/field-messages';
import { ApiError } from '@/lib/http';
import type { FieldProblem } from 'firmbook-wasm';
import type { CellField, CellRecords } from './cell-field';

/** Thrown for a value that violates the rules of its record. */
export class FieldProblemsError extends Error {
  constructor(readonly problems: readonly FieldProblem[]) {
    super('the value breaks the rules of its record');
  }
}

/** Thrown if another user changed the field. `stored` has the current value. */
export class ConcurrentEditError<Stored> extends Error {
  constructor(readonly stored: Stored) {
    super('the field was changed meanwhile');
  }
}

/**
 * Saves one field. Keeps the stored values of all other fields, including changes by other users. Throws
 * `ConcurrentEditError` unless the field still has the value `from`. To undo a change, pass `before`.
 */
export async function changeField<Stored>(
  field: CellField<Stored>,
  stored: Stored,
  { from, to, before }: { from: string; to: string; before?: Stored },
): Promise<Stored> {
  if (field.textOf(stored) !== from) throw new ConcurrentEditError(stored);
  try {
    return await field.save(stored, to, before);
  } catch (reason) {
    const newer = conflictingRecord<Stored>(reason);
    if (!newer) throw reason;
    return changeField(field, newer, { from, to, before });
  }
}

/** Describes why a field was not saved. Problems with other fields are shown with their labels. */
export function describeSaveFailure<Stored>(
  reason: unknown,
  { path }: CellField<Stored>,
  { locate }: CellRecords<Stored>,
): string {
  const own = fieldMessages(problemsOf(reason), 'error', (problem) => locate(problem).path)[path];
  if (own) return own;
  const others = problemsOf(reason).flatMap((problem) => {
    const { label } = locate(problem);
    return problem.warning ? [] : [label ? `${label}: ${problem.message}` : problem.message];
  });
  return others.join(' ') || failureText(reason);
}

function problemsOf(reason: unknown): readonly FieldProblem[] {
  if (reason instanceof FieldProblemsError) return reason.problems;
  return reason instanceof ApiError ? (reason.problem?.errors ?? []) : [];
}
