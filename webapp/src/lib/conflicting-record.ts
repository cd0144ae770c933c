import { ApiError } from './http';

/** Returns the current record from a version conflict, or null for other failures. */
export function conflictingRecord<Stored>(reason: unknown): Stored | null {
  if (!(reason instanceof ApiError) || reason.problem?.code !== 'version_conflict') return null;
  return (reason.problem.current as Stored | undefined) ?? null;
}
