import { conflictingRecord } from '@/lib/conflicting-record';
import { useState } from 'react';
import type { Choices, Difference } from './three-way';

/** Save and merge functions of a record type: `Stored` is the record, `Typed` the values of its form. */
interface SaveOperations<Stored, Typed> {
  save: (base: Stored, typed: Typed) => Promise<Stored>;
  differences: (base: Stored, mine: Typed, theirs: Stored) => Difference[];
  merge: (mine: Typed, theirs: Stored, choices: Choices) => Typed;
}

/** A version conflict that the user must resolve. */
interface Conflict {
  differences: readonly Difference[];
  savedAt: string | null;
  onResolve: (choices: Choices) => void;
  onCancel: () => void;
}

/** Thrown if the user returns to the form instead of resolving the conflict. */
class ResolutionCanceled extends Error {}

/**
 * Saves over the version that was read. On a version conflict, asks the user and saves over the
 * newer version.
 */
export function useSaveWithMerge<Stored extends object, Typed>(operations: SaveOperations<Stored, Typed>) {
  const [conflict, setConflict] = useState<Conflict | null>(null);

  const requestChoices = (differences: readonly Difference[], savedAt: string | null) =>
    new Promise<Choices>((resolve, reject) => {
      setConflict({
        differences,
        savedAt,
        onResolve: resolve,
        onCancel: () => reject(new ResolutionCanceled()),
      });
    }).finally(() => setConflict(null));

  const saveMerging = async (
    base: Stored,
    typed: Typed,
    applyMerged: (typed: Typed) => void,
  ): Promise<Stored> => {
    try {
      return await operations.save(base, typed);
    } catch (reason) {
      const theirs = conflictingRecord<Stored>(reason);
      if (!theirs) throw reason;
      const differences = operations.differences(base, typed, theirs);
      const choices = differences.length ? await requestChoices(differences, savedAtOf(theirs)) : {};
      const next = operations.merge(typed, theirs, choices);
      applyMerged(next);
      return saveMerging(theirs, next, applyMerged);
    }
  };

  /** Returns null if the user returned to the form. */
  const save = async (
    base: Stored,
    typed: Typed,
    applyMerged: (typed: Typed) => void,
  ): Promise<Stored | null> => {
    try {
      return await saveMerging(base, typed, applyMerged);
    } catch (reason) {
      if (reason instanceof ResolutionCanceled) return null;
      throw reason;
    }
  };
  return { conflict, save };
}

const savedAtOf = (stored: object) =>
  'updatedAt' in stored && typeof stored.updatedAt === 'string' ? stored.updatedAt : null;
