type HasUnsaved = () => boolean;

const guards = new Set<HasUnsaved>();

/** Registers the unsaved changes of a form. Returns a function that removes them. */
export function registerUnsavedGuard(hasUnsaved: HasUnsaved): () => void {
  guards.add(hasUnsaved);
  return () => guards.delete(hasUnsaved);
}

/** Returns whether any form on the page has unsaved changes. */
export const hasUnsavedChanges = (): boolean => [...guards].some((hasUnsaved) => hasUnsaved());
