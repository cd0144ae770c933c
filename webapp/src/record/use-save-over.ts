import { conflicting } from '@/lib/conflicting';
import { useState } from 'react';
import type { Choices, Difference } from './three-way';

/** Save and merge functions of a record type: `Stored` is the record, `Typed` the values of its form. */
interface Calls<Stored, Typed> {
  save: (base: Stored, typed: Typed) => Promise<Stored>;
  differences: (base: Stored, mine: Typed, theirs: Stored) => Difference[];
  merged: (mine: Typed, theirs: Stored, choices: Choices) => Typed;
}

/** A version conflict that the user must resolve. */
interface Conflict {
  found: readonly Difference[];
  savedAt: string | null;
  resolve: (choices: Choices) => void;
  giveUp: () => void;
}

/** Thrown if the user returns to the form instead of resolving the conflict. */
class GivenUp extends Error {}

/**
 * Saves over the version that was read. On a version conflict, asks the user and saves over the
 * newer version.
 */
export function useSaveOver<Stored extends object, Typed>(calls: Calls<Stored, Typed>) {
  const [conflict, setConflict] = useState<Conflict | null>(null);

  const ask = (found: readonly Difference[], savedAt: string | null) =>
    new Promise<Choices>((resolve, reject) => {
      setConflict({ found, savedAt, resolve, giveUp: () => reject(new GivenUp()) });
    }).finally(() => setConflict(null));

  const saveOver = async (base: Stored, typed: Typed, adopt: (typed: Typed) => void): Promise<Stored> => {
    try {
      return await calls.save(base, typed);
    } catch (reason) {
      const theirs = conflicting<Stored>(reason);
      if (!theirs) throw reason;
      const found = calls.differences(base, typed, theirs);
      const choices = found.length ? await ask(found, savedAtOf(theirs)) : {};
      const next = calls.merged(typed, theirs, choices);
      adopt(next);
      return saveOver(theirs, next, adopt);
    }
  };

  /** Returns null if the user returned to the form. */
  const save = async (base: Stored, typed: Typed, adopt: (typed: Typed) => void): Promise<Stored | null> => {
    try {
      return await saveOver(base, typed, adopt);
    } catch (reason) {
      if (reason instanceof GivenUp) return null;
      throw reason;
    }
  };
  return { conflict, save };
}

const savedAtOf = (stored: object) =>
  'updatedAt' in stored && typeof stored.updatedAt === 'string' ? stored.updatedAt : null;
