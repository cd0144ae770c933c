import { ApiError } from '@/lib/http';
import { useState } from 'react';
import type { Choices, Difference } from './three-way';

/** How records of a kind are saved and compared: a record as stored, and what a form says of it. */
interface Calls<Stored, Typed> {
  save: (base: Stored, typed: Typed) => Promise<Stored>;
  differences: (base: Stored, mine: Typed, theirs: Stored) => Difference[];
  merged: (mine: Typed, theirs: Stored, choices: Choices) => Typed;
}

/** A save that met somebody else's, and waits for the user's choice. */
interface Conflict {
  found: readonly Difference[];
  savedAt: string | null;
  resolve: (choices: Choices) => void;
  giveUp: () => void;
}

/** The user went back to the form instead. */
class GivenUp extends Error {}

/** Saves on top of what was read; where somebody was faster, on top of theirs once the user has chosen. */
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

  /** None when the user went back to the form. */
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

function conflicting<Stored>(reason: unknown): Stored | null {
  if (!(reason instanceof ApiError) || reason.problem?.code !== 'version_conflict') return null;
  return (reason.problem.current as Stored | undefined) ?? null;
}
